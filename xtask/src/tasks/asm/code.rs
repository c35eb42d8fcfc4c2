//! Functions, from the object files of libraries.

use std::{collections::HashMap, fs, path::Path};

use anyhow::{Context, Result, ensure};
use object::{
    Object, ObjectSection, ObjectSymbol, RelocationTarget, SectionIndex, SectionKind, SymbolKind,
    SymbolSection, read::archive::ArchiveFile,
};

/// The functions of some libraries, by linker name.
#[derive(Default)]
pub(super) struct Code {
    pub(super) functions: HashMap<String, Function>,
    /// The names of defined symbols that are not functions.
    data: Vec<String>,
}

/// The instructions of a function, and its references.
#[derive(Clone, Default)]
pub(super) struct Function {
    pub(super) bytes: Vec<u8>,
    /// By the offset of the relocated bytes: the linker name of a function, or of an external symbol.
    pub(super) references: Vec<(usize, String)>,
}

impl Code {
    /// The target of a name.
    pub(super) fn get(&self, name: &str) -> Target<'_> {
        match self.functions.get(name) {
            Some(function) => Target::Function(function),
            None if self.data.iter().any(|known| known == name) => Target::Data,
            None => Target::Elsewhere,
        }
    }

    /// The linker name of the function with this Rust path.
    pub(super) fn find(&self, path: &str) -> Option<&str> {
        self.functions.keys().find(|name| readable(name) == path).map(String::as_str)
    }

    /// Adds the contents of an `rlib`.
    pub(super) fn add_library(&mut self, path: &Path) -> Result<()> {
        let what = || format!("cannot read {}", path.display());
        let bytes = fs::read(path).with_context(what)?;
        let archive = ArchiveFile::parse(&*bytes).with_context(what)?;
        let before = self.functions.len() + self.data.len();
        for member in archive.members() {
            let data = member.and_then(|member| member.data(&*bytes)).with_context(what)?;
            // Other members (compiler metadata) are no object files, or have no symbols.
            if let Ok(file) = object::File::parse(data) {
                self.add_object(&file).with_context(what)?;
            }
        }
        ensure!(self.functions.len() + self.data.len() > before, "{} defines nothing", path.display());
        Ok(())
    }

    fn add_object(&mut self, file: &object::File<'_>) -> Result<()> {
        let functions = ranges(file)?;
        for symbol in
            file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Data && symbol.is_definition())
        {
            self.data.push(symbol.name()?.to_owned());
        }
        for range in &functions {
            let section = file.section_by_index(range.section)?;
            let data =
                section.data()?.get(range.from..range.to).context("a function outside of its section")?;
            let mut function = Function { bytes: data.to_vec(), references: Vec::new() };
            for (offset, relocation) in section.relocations() {
                let Some(at) = usize::try_from(offset)?.checked_sub(range.from) else { continue };
                if at >= function.bytes.len() {
                    continue;
                }
                let RelocationTarget::Symbol(index) = relocation.target() else { continue };
                let symbol = file.symbol_by_index(index)?;
                let name = match symbol.section() {
                    // A place in a section, which matters if it is code.
                    SymbolSection::Section(section) if symbol.kind() == SymbolKind::Section => {
                        // The processor counts from the end of the four relocated bytes.
                        let place = relocation.addend() + 4;
                        let hit = |range: &&Range| range.section == section && range.contains(place);
                        match functions.iter().find(hit) {
                            Some(range) => range.name.clone(),
                            None => continue,
                        }
                    }
                    SymbolSection::Section(section) if !is_code(file, section) => continue,
                    _ => symbol.name()?.to_owned(),
                };
                function.references.push((at, name));
            }
            self.functions.insert(range.name.clone(), function);
        }
        Ok(())
    }
}

/// The target of a reference.
pub(super) enum Target<'a> {
    Function(&'a Function),
    Data,
    /// It is not in these libraries.
    Elsewhere,
}

/// Demangles a name.
pub(super) fn readable(name: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(name))
}

/// The range of a function.
struct Range {
    name: String,
    section: SectionIndex,
    from: usize,
    to: usize,
}

impl Range {
    fn contains(&self, place: i64) -> bool {
        usize::try_from(place).is_ok_and(|place| (self.from..self.to).contains(&place))
    }
}

/// The functions of an object file. Without a given length, a function ends at the start of the next.
fn ranges(file: &object::File<'_>) -> Result<Vec<Range>> {
    let mut ranges = Vec::new();
    for symbol in file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text) {
        let Some(index) = symbol.section_index() else { continue };
        let section = file.section_by_index(index)?;
        let from = usize::try_from(symbol.address() - section.address())?;
        let to = from + usize::try_from(symbol.size())?;
        ranges.push(Range { name: symbol.name()?.to_owned(), section: index, from, to });
    }
    ranges.sort_by_key(|range| (range.section.0, range.from));
    for at in 0..ranges.len() {
        if ranges[at].to == ranges[at].from {
            let next = ranges.get(at + 1).filter(|next| next.section == ranges[at].section);
            let end = file.section_by_index(ranges[at].section)?.size();
            ranges[at].to = next.map_or(usize::try_from(end)?, |next| next.from);
        }
    }
    Ok(ranges)
}

fn is_code(file: &object::File<'_>, section: SectionIndex) -> bool {
    file.section_by_index(section).is_ok_and(|section| section.kind() == SectionKind::Text)
}
