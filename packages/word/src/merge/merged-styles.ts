import { attribute } from '../xml/scan-xml.ts'

/** Styles with their ids. Each is taken whole, so that the time is linear in the part. */
function* stylesOf(xml: string): Generator<{ readonly id: string; readonly xml: string }> {
  for (let at = xml.search(/<w:style\b/); at !== -1;) {
    const end = xml.indexOf('</w:style>', at)
    if (end === -1) return
    const whole = xml.slice(at, end + '</w:style>'.length)
    yield { id: attribute(whole.slice(0, whole.indexOf('>')), 'w:styleId') ?? '', xml: whole }
    at = xml.indexOf('<w:style ', end)
  }
}

/** The styles of a merged document: those of the first, and those that only later ones have. */
export class MergedStyles {
  private readonly xml: string
  private readonly ids: Set<string>
  private readonly added: string[] = []

  constructor(xml: string) {
    this.xml = xml
    this.ids = new Set([...stylesOf(xml)].map(({ id }) => id))
  }

  add(xml: string): void {
    for (const style of stylesOf(xml)) {
      if (this.ids.has(style.id)) continue
      this.ids.add(style.id)
      this.added.push(style.xml)
    }
  }

  /** The part, or `undefined` where it is as it was. */
  changed(): string | undefined {
    if (this.added.length === 0) return undefined
    const end = this.xml.lastIndexOf('</')
    return this.xml.slice(0, end) + this.added.join('') + this.xml.slice(end)
  }
}
