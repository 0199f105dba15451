import { childrenOf, ownText, type XmlElement } from '@chancery/reading/xml/xml-element'

/**
 * Picks one branch of `mc:AlternateContent` (ECMA-376 part 3): the first one that has something to read, newer ones
 * first. Looks at each element once, however deep the choices are nested.
 */
export class AlternateChoice {
  private readonly empty = new WeakSet<XmlElement>()

  of(alternate: XmlElement): XmlElement | undefined {
    const branches = [...childrenOf(alternate, 'mc:Choice'), ...childrenOf(alternate, 'mc:Fallback')]
    return branches.find((branch) => this.says(branch)) ?? branches[0]
  }

  private says(element: XmlElement): boolean {
    if (this.empty.has(element)) return false
    for (const child of element.children) {
      if (typeof child === 'string') continue
      if (telling.has(child.name) || (textual.has(child.name) && ownText(child) !== '') || this.says(child)) return true
    }
    this.empty.add(element)
    return false
  }
}

const textual = new Set(['w:t', 'w:delText', 'm:t', 'a:t'])
const telling = new Set([
  'w:sym',
  'w16se:symEx',
  'c:chart',
  'cx:chart',
  'dgm:relIds',
  'a:blip',
  'v:imagedata',
  'v:textpath',
])
