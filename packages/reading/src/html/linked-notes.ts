import { attributeOf, type HtmlElement, type HtmlNode, type HtmlPage, isElement } from '@chancery/formats/html'
import { markOf } from './note-marks.ts'

/** Notes by their ids, and their links back into the text. */
export interface LinkedNotes {
  readonly ids: ReadonlySet<string>
  readonly backLinks: ReadonlySet<HtmlElement>
}

const holders = new Set(['li', 'p', 'dd', 'div', 'aside', 'td'])
/** So far out of its link back a note begins at the most. */
const mostDepth = 4

/**
 * Notes as converters of Markdown and wikis write them: a raised or bracketed mark leads to an element with a name, and in it a
 * sign leads back to the mark, or to what holds it.
 */
export function linkedNotesOf(page: HtmlPage): LinkedNotes {
  /** By the name of a note, the names of the marks that lead to it. */
  const marks = new Map<string, Set<string>>()
  const signs: { readonly element: HtmlElement; readonly target: string }[] = []
  const look = (parent: { readonly childNodes: readonly HtmlNode[] }): void => {
    for (const child of parent.childNodes) {
      if (!isElement(child)) continue
      const href = child.tagName === 'a' ? attributeOf(child, 'href') : undefined
      const text = href?.startsWith('#') === true ? markOf(child) : undefined
      if (href !== undefined && text !== undefined) {
        const target = href.slice(1)
        if (!/\p{L}{2}/u.test(text)) signs.push({ element: child, target })
        if (isRaised(child) || /^\[[^\]]+\]$/.test(text)) {
          const names = marks.get(target) ?? new Set()
          for (const name of namesOf(child)) names.add(name)
          marks.set(target, names)
        }
      }
      look(child)
    }
  }
  look(page)
  const ids = new Set<string>()
  const backLinks = new Set<HtmlElement>()
  for (const { element, target } of signs) {
    let outer: HtmlElement | undefined = element
    for (let depth = 0; depth < mostDepth && outer !== undefined; depth++) {
      outer = parentOf(outer)
      const id = outer !== undefined && holders.has(outer.tagName) ? attributeOf(outer, 'id') : undefined
      if (id === undefined || marks.get(id)?.has(target) !== true) continue
      ids.add(id)
      backLinks.add(element)
    }
  }
  return { ids, backLinks }
}

const isRaised = (link: HtmlElement): boolean =>
  parentOf(link)?.tagName === 'sup' || link.childNodes.some((child) => isElement(child) && child.tagName === 'sup')

/** Of a mark: its own, and that of the element around it alone. */
function namesOf(link: HtmlElement): string[] {
  const around = parentOf(link)
  const isRound = around !== undefined && (around.tagName === 'sup' || around.tagName === 'span')
  return [attributeOf(link, 'id'), attributeOf(link, 'name'), isRound ? attributeOf(around, 'id') : undefined].filter(
    (name) => name !== undefined,
  )
}

const parentOf = ({ parentNode }: HtmlElement): HtmlElement | undefined =>
  parentNode !== null && 'tagName' in parentNode ? parentNode : undefined
