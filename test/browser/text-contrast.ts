/** A pair of colours that text is shown in, with one text that is. */
export interface TextContrast {
  readonly text: string
  /** 1 to 21. */
  readonly ratio: number
}

/**
 * Runs in a page: the contrast of each colour of text with what lies behind it (WCAG 2.2, relative luminance). A text
 * itself, since the types of a page are none of this program's.
 */
export const contrastsOfTexts = String.raw`(() => {
  const channels = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number)
  const luminance = (colour) => {
    const [red, green, blue] = channels(colour).map((value) => {
      const part = value / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const behind = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor
      if ((channels(colour)[3] ?? 1) > 0) return colour
    }
    return 'rgb(255, 255, 255)'
  }
  const found = new Map()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent.trim()
    if (text === '') continue
    const [front, back] = [getComputedStyle(node.parentElement).color, behind(node.parentElement)]
    const [light, dark] = [luminance(front), luminance(back)].sort((a, b) => b - a)
    found.set(front + back, { text: text.slice(0, 40), ratio: (light + 0.05) / (dark + 0.05) })
  }
  return [...found.values()]
})()`
