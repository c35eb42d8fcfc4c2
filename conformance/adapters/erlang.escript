#!/usr/bin/env escript
%% Erlang: unicode:characters_to_list and the bit syntax.

main(_) ->
    ok = io:setopts(standard_io, [binary, {encoding, latin1}]),
    Version = erlang:system_info(otp_release),
    put_line(["{\"protocol\":1,\"name\":\"Erlang, unicode\",\"version\":\"OTP ", Version,
              "\",\"ops\":[\"validate\",\"encode\"]}"]),
    loop().

loop() ->
    case file:read(standard_io, 9) of
        {ok, <<Op, Id:32/little, Length:32/little>>} ->
            Payload = case Length of
                0 -> <<>>;
                _ -> {ok, Bytes} = file:read(standard_io, Length), Bytes
            end,
            put_line([integer_to_list(Id), " ", answer(Op, Payload)]),
            loop();
        eof -> ok
    end.

answer(1, Bytes) ->
    case unicode:characters_to_list(Bytes, utf8) of
        {error, _, Rest} -> io_lib:format("bad ~b - -", [byte_size(Bytes) - iolist_size(Rest)]);
        {incomplete, _, Rest} -> io_lib:format("bad ~b end -", [byte_size(Bytes) - iolist_size(Rest)]);
        _ -> io_lib:format("ok ~b - -", [byte_size(Bytes)])
    end;
answer(4, Payload) ->
    encode([Value || <<Value:32/little>> <= Payload], 0, <<>>);
answer(_, _) ->
    "unsupported".

encode([], Count, Output) ->
    io_lib:format("ok ~b - ~s", [Count, field(Output)]);
encode([Value | Rest], Index, Output) ->
    try <<Value/utf8>> of
        Bytes -> encode(Rest, Index + 1, <<Output/binary, Bytes/binary>>)
    catch
        error:badarg -> io_lib:format("bad ~b - ~s", [Index, field(Output)])
    end.

field(<<>>) -> ".";
field(Bytes) -> [io_lib:format("~2.16.0b", [Byte]) || <<Byte>> <= Bytes].

put_line(Line) -> ok = file:write(standard_io, [Line, "\n"]).
