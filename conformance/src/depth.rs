/// How much to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Every row, thinned out: seconds even without optimisation. Kills every [mutant](crate::mutants).
    Quick,
    /// Everything: what a release must pass. For optimised builds.
    Full,
}
