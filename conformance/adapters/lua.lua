-- Lua: utf8.len. One argument: strict (the default) or lax.

local lax = arg[1] == "lax"

local function hex(bytes)
  return bytes == "" and "." or (bytes:gsub(".", function(byte) return ("%02x"):format(byte:byte()) end))
end

local function validate(bytes)
  local length, first = utf8.len(bytes, 1, -1, lax)
  return length and ("ok %d - -"):format(#bytes) or ("bad %d - -"):format(first - 1)
end

local function encode(payload)
  local output = {}
  for at = 1, #payload, 4 do
    local good, bytes = pcall(utf8.char, (string.unpack("<I4", payload, at)))
    if not good then return ("bad %d - %s"):format((at - 1) // 4, hex(table.concat(output))) end
    output[#output + 1] = bytes
  end
  return ("ok %d - %s"):format(#payload // 4, hex(table.concat(output)))
end

io.write(('{"protocol":1,"name":"Lua, %s","version":"%s","ops":["validate","encode"]}\n')
  :format(lax and "lax" or "strict", _VERSION))
io.flush()
while true do
  local header = io.read(9)
  if not header then break end
  local op, id, length = string.unpack("<BI4I4", header)
  local payload = length > 0 and io.read(length) or ""
  local answer = op == 1 and validate(payload) or op == 4 and encode(payload) or "unsupported"
  io.write(id, " ", answer, "\n")
  io.flush()
end
