/** Media type of a picture by the ending of its part's name. */
export function imageTypeOf(part: string): string {
  const ending = /\.([a-z]{2,4})$/i.exec(part)?.[1]?.toLowerCase() ?? ''
  const known: Readonly<Record<string, string>> = { jpg: 'jpeg', tif: 'tiff', svg: 'svg+xml' }
  return ending === '' ? 'image/*' : `image/${known[ending] ?? ending}`
}
