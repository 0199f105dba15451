const latin1 = (bytes: Uint8Array, start: number, end: number): string =>
  Array.from(bytes.subarray(start, end), (byte) => String.fromCharCode(byte)).join('')

/** What a picture is by its first bytes; `undefined` where these say nothing. */
export function pictureTypeOf(bytes: Uint8Array): string | undefined {
  const head = latin1(bytes, 0, 48)
  if (head.startsWith('\u0089PNG')) return 'image/png'
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg'
  if (head.startsWith('GIF8')) return 'image/gif'
  if (head.startsWith('BM')) return 'image/bmp'
  if (head.startsWith('II*\u0000') || head.startsWith('MM\u0000*')) return 'image/tiff'
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp'
  if (head.startsWith(' EMF', 40)) return 'image/emf'
  if (head.startsWith('\u00d7\u00cd\u00c6\u009a') || head.startsWith('\u0001\u0000\u0009\u0000')) return 'image/wmf'
  if (head.startsWith('jP  ', 4)) return 'image/jp2'
  if (/^(?:\u00ef\u00bb\u00bf)?\s{0,16}<(?:svg|\?xml)/.test(head)) return 'image/svg+xml'
  return undefined
}

const endings: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/svg+xml': 'svg', 'image/tiff': 'tif' }

/** The ending of a file's name for a media type of pictures. */
export const pictureEnding = (contentType: string): string =>
  endings[contentType] ?? /^image\/(?:x-)?([a-z0-9]{1,8})$/.exec(contentType)?.[1] ?? 'bin'
