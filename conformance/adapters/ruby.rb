# Ruby: String#valid_encoding?, String#scrub and Array#pack.

$stdin.binmode
$stdout.binmode
$stdout.sync = true

def field(bytes) = bytes.empty? ? "." : bytes.unpack1("H*")

def validate(bytes)
  text = bytes.dup.force_encoding("UTF-8")
  text.valid_encoding? ? "ok #{bytes.bytesize} -" : "bad #{good(text)} -"
end

# The characters before the first that is broken.
def good(text)
  text.each_char.take_while(&:valid_encoding?).sum(&:bytesize)
end

def lossy(bytes) = field(bytes.dup.force_encoding("UTF-8").scrub("\u{FFFD}").b)

def encode(payload)
  values = payload.unpack("V*")
  output = "".b
  values.each_with_index do |value, index|
    output << [value].pack("U").tap { |text| raise RangeError unless text.valid_encoding? }.b
  rescue RangeError
    return "bad #{index} - #{field(output)}"
  end
  "ok #{values.size} - #{field(output)}"
end

puts %({"protocol":1,"name":"Ruby","version":"#{RUBY_VERSION}","ops":["validate","lossy","encode"]})
while (header = $stdin.read(9))
  op, id, length = header.unpack("CVV")
  payload = $stdin.read(length)
  answer =
    case op
    when 1 then "#{validate(payload)} -"
    when 2 then "#{validate(payload)} #{lossy(payload)}"
    when 4 then encode(payload)
    else "unsupported"
    end
  puts "#{id} #{answer}"
end
