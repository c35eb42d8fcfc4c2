-- Haskell: Data.Text.Encoding.
module Main (main) where

import Control.Monad (unless)
import Data.Bits (shiftL, (.|.))
import qualified Data.ByteString as B
import qualified Data.ByteString.Char8 as C
import qualified Data.Text as T
import Data.Text.Encoding (decodeUtf8', decodeUtf8With, encodeUtf8)
import Data.Text.Encoding.Error (lenientDecode)
import Data.Version (showVersion)
import Data.Word (Word8)
import Numeric (showHex)
import System.Info (compilerName, fullCompilerVersion)
import System.IO

number :: B.ByteString -> Int
number = B.foldr (\byte rest -> rest `shiftL` 8 .|. fromIntegral byte) 0

field :: B.ByteString -> String
field bytes
  | B.null bytes = "."
  | otherwise = concatMap two (B.unpack bytes)
  where
    two :: Word8 -> String
    two byte = [digit | digit <- if byte < 16 then '0' : showHex byte "" else showHex byte ""]

answer :: Word8 -> B.ByteString -> String
answer 1 bytes = case decodeUtf8' bytes of
  Right _ -> "ok " ++ show (B.length bytes) ++ " - -"
  Left _ -> "bad - - -"
answer 2 bytes = "- - - " ++ field (encodeUtf8 (decodeUtf8With lenientDecode bytes))
answer 4 payload = encode 0 B.empty payload
answer _ _ = "unsupported"

-- T.singleton replaces surrogates; toEnum refuses what is above 10FFFF.
encode :: Int -> B.ByteString -> B.ByteString -> String
encode index output payload
  | B.null payload = "ok " ++ show index ++ " - " ++ field output
  | value > 0x10FFFF = "bad " ++ show index ++ " - " ++ field output
  | otherwise = encode (index + 1) (output <> encodeUtf8 (T.singleton (toEnum value))) (B.drop 4 payload)
  where
    value = number (B.take 4 payload)

main :: IO ()
main = do
  hSetBinaryMode stdin True
  hSetBinaryMode stdout True
  putStrLn $
    "{\"protocol\":1,\"name\":\"Haskell, text\",\"version\":\"" ++ compilerName ++ " "
      ++ showVersion fullCompilerVersion ++ "\",\"ops\":[\"validate\",\"lossy\",\"encode\"]}"
  hFlush stdout
  loop
  where
    loop = do
      header <- B.hGet stdin 9
      unless (B.length header < 9) $ do
        payload <- B.hGet stdin (number (B.drop 5 header))
        C.putStrLn (C.pack (show (number (B.take 4 (B.drop 1 header))) ++ " " ++ answer (B.head header) payload))
        hFlush stdout
        loop
