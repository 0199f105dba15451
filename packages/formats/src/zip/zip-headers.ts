/** What the records of an archive begin with (PKWARE APPNOTE 6.3.10, 4.3), and their bytes before names and fields. */
export const zipRecords = {
  file: { signature: 0x04034b50, size: 30 },
  directory: { signature: 0x02014b50, size: 46 },
  end: { signature: 0x06054b50, size: 22 },
} as const

/** What the record in front of a file and that in the directory both say of it. */
export interface ZipFacts {
  readonly method: 0 | 8
  readonly crc32: number
  /** Bytes as they stand in the archive. */
  readonly packed: number
  /** Bytes, inflated. */
  readonly size: number
}

const utf8Names = 0x0800
/** 1980-01-01, the first day that the format knows: what is written depends on the content alone. */
const firstDay = 0x21

/**
 * Writes them at `at`: behind the signature of a file, behind that and the maker's version in the directory.
 * @param nameSize bytes of the name, in UTF-8
 * @param extra of an archive that is too large for 32 bits: the version that reads it, and the bytes of its extra field
 */
export function writeZipFacts(
  bytes: Buffer,
  at: number,
  { method, crc32, packed, size }: ZipFacts,
  nameSize: number,
  { version, size: extraSize } = noExtra,
): void {
  bytes.writeUInt16LE(version, at)
  bytes.writeUInt16LE(utf8Names, at + 2)
  bytes.writeUInt16LE(method, at + 4)
  bytes.writeUInt16LE(0, at + 6)
  bytes.writeUInt16LE(firstDay, at + 8)
  bytes.writeUInt32LE(crc32, at + 10)
  bytes.writeUInt32LE(packed, at + 14)
  bytes.writeUInt32LE(size, at + 18)
  bytes.writeUInt16LE(nameSize, at + 22)
  bytes.writeUInt16LE(extraSize, at + 24)
}

const noExtra = { version: 20, size: 0 }
