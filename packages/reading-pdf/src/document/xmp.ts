/** Properties of XMP (ISO 16684-1) and what they are called in the model. */
const xmpNames: Readonly<Record<string, string>> = {
  'dc:title': 'title',
  'dc:creator': 'author',
  'dc:description': 'subject',
  'dc:language': 'language',
  'pdf:Keywords': 'keywords',
  'xmp:CreatorTool': 'creator',
  'pdf:Producer': 'producer',
  'xmp:CreateDate': 'created',
  'xmp:ModifyDate': 'modified',
}

const maxPacket = 1024 * 1024
const maxValue = 2000

/**
 * What the last XMP packet of a file says of the wanted properties. Packets are kept readable on purpose; where one is
 * not, nothing.
 */
export function xmpProperties(file: Uint8Array, isWanted: (name: string) => boolean): Readonly<Record<string, string>> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const start = bytes.lastIndexOf('<x:xmpmeta')
  const end = start === -1 ? -1 : bytes.indexOf('</x:xmpmeta>', start)
  if (end === -1 || end - start > maxPacket) return {}
  const packet = bytes.toString('utf8', start, end)
  const found: Record<string, string> = {}
  for (const [property, name] of Object.entries(xmpNames)) {
    if (!isWanted(name)) continue
    const value = elementText(packet, property) ?? attribute(packet, property)
    if (value !== undefined && value !== '') found[name] = value
  }
  return found
}

/** The text of an element, the first one of a list of languages, the names of a list of people. */
function elementText(packet: string, property: string): string | undefined {
  const open = packet.indexOf(`<${property}>`)
  const close = open === -1 ? -1 : packet.indexOf(`</${property}>`, open)
  if (close === -1) return undefined
  const inside = packet.slice(open + property.length + 2, Math.min(close, open + maxValue))
  const items = inside.split('<rdf:li').slice(1)
  if (items.length === 0) return inside.includes('<') ? undefined : unescaped(inside)
  const texts = items.map((item) => unescaped(item.slice(item.indexOf('>') + 1).split('<')[0] ?? ''))
  return inside.includes('<rdf:Alt') ? texts[0] : texts.join(', ')
}

function attribute(packet: string, property: string): string | undefined {
  const start = packet.indexOf(` ${property}="`)
  if (start === -1) return undefined
  const from = start + property.length + 3
  const end = packet.indexOf('"', from)
  return end === -1 || end - from > maxValue ? undefined : unescaped(packet.slice(from, end))
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescaped = (text: string): string =>
  text
    .replaceAll(
      /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
      (whole, hex?: string, decimal?: string, name?: string) => {
        if (name !== undefined) return entities[name.toLowerCase()] ?? whole
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
        return code <= 0x10ffff ? String.fromCodePoint(code) : ''
      },
    )
    .trim()
