/** The level that parts dark from light, and the mean gray of each side. */
export interface Threshold {
  readonly level: number
  readonly dark: number
  readonly light: number
}

/** The threshold at which both sides are the most alike within and differ the most between (Otsu 1979). */
export function otsu(pixels: Uint8Array): Threshold {
  const histogram = new Float64Array(256)
  for (let at = 0; at < pixels.length; at++) histogram[pixels[at]!]!++
  const total = pixels.length
  const all = histogram.reduce((sum, count, level) => sum + count * level, 0)
  let [count, sum, most] = [0, 0, -1]
  let best: Threshold = { level: 127, dark: 0, light: 255 }
  for (let level = 0; level < 256; level++) {
    count += histogram[level]!
    if (count === 0 || count === total) continue
    sum += histogram[level]! * level
    const [dark, light] = [sum / count, (all - sum) / (total - count)]
    const between = count * (total - count) * (dark - light) ** 2
    if (between > most) [best, most] = [{ level, dark, light }, between]
  }
  return best
}
