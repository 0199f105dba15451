/** Surrogates sort above U+E000–U+FFFF, as the code points that they stand for do in UTF-8. */
const weight = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800)

/** Compares two well-formed texts by their UTF-8 bytes, without encoding them. */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const x = a.charCodeAt(index)
    const y = b.charCodeAt(index)
    if (x !== y) return weight(x) - weight(y)
  }
  return a.length - b.length
}
