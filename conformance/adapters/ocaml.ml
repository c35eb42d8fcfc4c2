(* OCaml's standard library before 4.14 has no decoder of UTF-8; this is its encoder, Buffer.add_utf_8_uchar. *)

let field bytes =
  if bytes = "" then "."
  else String.concat "" (List.map (fun c -> Printf.sprintf "%02x" (Char.code c)) (List.of_seq (String.to_seq bytes)))

let number bytes at = Int32.to_int (String.get_int32_le bytes at) land 0xFFFFFFFF

let encode payload =
  let output = Buffer.create 16 and count = String.length payload / 4 in
  let rec go index =
    if index = count then Printf.sprintf "ok %d - %s" index (field (Buffer.contents output))
    else
      match Uchar.of_int (number payload (4 * index)) with
      | value -> Buffer.add_utf_8_uchar output value; go (index + 1)
      | exception Invalid_argument _ -> Printf.sprintf "bad %d - %s" index (field (Buffer.contents output))
  in
  go 0

let () =
  set_binary_mode_in stdin true;
  set_binary_mode_out stdout true;
  Printf.printf "{\"protocol\":1,\"name\":\"OCaml\",\"version\":\"%s\",\"ops\":[\"encode\"]}\n%!" Sys.ocaml_version;
  try
    while true do
      let header = really_input_string stdin 9 in
      let payload = really_input_string stdin (number header 5) in
      let answer = if header.[0] = '\004' then encode payload else "unsupported" in
      Printf.printf "%d %s\n%!" (number header 1) answer
    done
  with End_of_file -> ()
