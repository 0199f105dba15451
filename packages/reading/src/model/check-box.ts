const box = /^[☐☑☒◉](?=\s|$)/u

/**
 * Whether the box of an item of a list is ticked, or its button chosen, in place of its marker or behind it; `undefined`
 * where there is none. An empty ring may be a bullet.
 */
export function tickOf(marker: string, text: string): boolean | undefined {
  const [sign] = box.exec(marker) ?? box.exec(text) ?? []
  return sign === undefined ? undefined : sign !== '☐'
}
