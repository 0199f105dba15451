import { crc32, deflateRawSync } from 'node:zlib'

/** A package with its XML deflated and its pictures stored, as Word writes them. */
export function docxPackage(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const [locals, central]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content as Uint8Array)
    const stored = name.endsWith('.jpeg')
    const data = stored ? bytes : deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(stored ? 0 : 8, 4)
    common.writeUInt16LE(0x21, 8)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    locals.push(Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), data)
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(offset, 10)
    central.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), common, entry, Buffer.from(name))
    offset += 30 + name.length + data.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}
