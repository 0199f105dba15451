/** Of RFC 3492, section 5. */
const base = 36
const tMin = 1
const tMax = 26
const skew = 38
const damp = 700

function adapted(delta: number, points: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / damp) : delta >> 1
  rest += Math.floor(rest / points)
  let k = 0
  for (; rest > ((base - tMin) * tMax) >> 1; k += base) rest = Math.floor(rest / (base - tMin))
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew))
}

const digitOf = (character: string | undefined): number =>
  character === undefined || !/[a-z0-9]/.test(character) ? base : Number.parseInt(character, 36)
/** `a` to `z` are 0 to 25, `0` to `9` are 26 to 35; `parseInt` has them the other way round. */
const valueOf = (character: string | undefined): number => {
  const digit = digitOf(character)
  return digit === base ? base : digit < 10 ? digit + 26 : digit - 10
}

/** A label of a domain in Unicode: `müller` of `xn--mller-kva` (RFC 3492, 6.2). What is no such code stays as it is. */
export function unicodeLabel(label: string): string {
  const written = label.toLowerCase()
  if (!written.startsWith('xn--') || written.length > 63) return label
  const code = written.slice(4)
  const split = code.lastIndexOf('-')
  const points = Array.from(code.slice(0, Math.max(0, split)), (character) => character.codePointAt(0) ?? 0)
  let point = 128
  let at = 0
  let bias = 72
  for (let index = split + 1; index < code.length;) {
    const before = at
    let weight = 1
    for (let k = base; ; k += base) {
      const digit = valueOf(code[index])
      index += 1
      if (digit >= base) return label
      at += digit * weight
      const t = Math.min(tMax, Math.max(tMin, k - bias))
      if (digit < t) break
      weight *= base - t
      if (at > 0x7fffffff || weight > 0x7fffffff) return label
    }
    bias = adapted(at - before, points.length + 1, before === 0)
    point += Math.floor(at / (points.length + 1))
    at %= points.length + 1
    if (point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) return label
    points.splice(at, 0, point)
    at += 1
  }
  return points.map((each) => String.fromCodePoint(each)).join('')
}
