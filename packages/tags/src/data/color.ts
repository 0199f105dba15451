/** The basic colours of CSS, and those that editors offer most. */
const colors: Readonly<Record<string, string>> = Object.fromEntries(
  'black 000000 silver C0C0C0 gray 808080 grey 808080 white FFFFFF maroon 800000 red FF0000 purple 800080 fuchsia FF00FF magenta FF00FF green 008000 lime 00FF00 olive 808000 yellow FFFF00 navy 000080 blue 0000FF teal 008080 aqua 00FFFF cyan 00FFFF orange FFA500 pink FFC0CB brown A52A2A gold FFD700 indigo 4B0082 violet EE82EE crimson DC143C darkred 8B0000 darkgreen 006400 darkblue 00008B darkgray A9A9A9 darkgrey A9A9A9 lightgray D3D3D3 lightgrey D3D3D3 lightblue ADD8E6 lightgreen 90EE90 lightyellow FFFFE0 orangered FF4500 tomato FF6347 coral FF7F50 salmon FA8072 khaki F0E68C beige F5F5DC ivory FFFFF0 steelblue 4682B4 royalblue 4169E1 slategray 708090 dimgray 696969 whitesmoke F5F5F5 skyblue 87CEEB turquoise 40E0D0 chocolate D2691E tan D2B48C plum DDA0DD orchid DA70D6 lavender E6E6FA'
    .split(' ')
    .flatMap((name, index, all) => (index % 2 === 0 ? [[name, all[index + 1] ?? '']] : [])),
)

const hex = (value: number): string =>
  Math.min(255, Math.max(0, Math.round(value)))
    .toString(16)
    .padStart(2, '0')
    .toUpperCase()

/** A colour of CSS as six hexadecimal digits; `undefined` for what is none, or cannot be seen. */
export function colorOf(value: string): string | undefined {
  const text = value.trim().toLowerCase()
  const [, digits] = /^#([\da-f]{3,8})$/.exec(text) ?? []
  if (digits !== undefined) {
    if (digits.length === 3 || digits.length === 4) {
      return digits.slice(0, 3).replaceAll(/./g, '$&$&').toUpperCase()
    }
    return digits.length === 6 || digits.length === 8 ? digits.slice(0, 6).toUpperCase() : undefined
  }
  const [, kind, inner = ''] = /^(rgb|hsl)a?\(([^()]{1,80})\)$/.exec(text) ?? []
  if (kind === undefined) return Object.hasOwn(colors, text) ? colors[text] : undefined
  const parts = inner.split(/[\s,/]+/).filter((each) => each !== '')
  const [a = Number.NaN, b = Number.NaN, c = Number.NaN, alpha = 1] = parts.map((part) =>
    part.endsWith('%') ? Number(part.slice(0, -1)) * (kind === 'rgb' ? 2.55 : 1) : Number.parseFloat(part),
  )
  if (![a, b, c].every(Number.isFinite) || alpha === 0) return undefined
  if (kind === 'rgb') return hex(a) + hex(b) + hex(c)
  // CSS Color 4, 7.2: hue, saturation, lightness.
  const [s, l] = [b / 100, c / 100]
  const channel = (n: number): number => {
    const k = (n + a / 30) % 12
    return l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  }
  return [0, 8, 4].map((n) => hex(channel(n) * 255)).join('')
}
