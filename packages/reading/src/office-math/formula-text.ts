import { childrenOf, descend, ownText, type XmlElement } from '../xml/xml-element.ts'
import { changeOf, isChange, isShown, type RevisionView, type TrackedChange } from './tracked-change.ts'

/** Called for a change inside of a formula that is not part of the text. */
type OnDropped = (change: TrackedChange, text: string) => void

/**
 * Office Math (ECMA-376 part 1, 22.1) on one line, in the manner of Unicode's nearly plain text: `(a)/(b)`, `x^2`,
 * `x_i`, `√(x)`, `∑_(i=1)^n`, `[a, b; c, d]`.
 */
export function formulaText(element: XmlElement, view: RevisionView, onDropped: OnDropped): string {
  const read = (each: XmlElement | undefined): string => (each === undefined ? '' : formulaText(each, view, onDropped))
  const part = (name: string): string => read(descend(element, name))
  const parts = (name: string): string[] => childrenOf(element, name).map(read)
  const property = (...names: readonly string[]): string | undefined => descend(element, ...names)?.attributes['m:val']
  switch (element.name) {
    case 'm:t':
    case 'w:t':
      return ownText(element)
    case 'w:delText':
      return view === 'accept' ? '' : ownText(element)
    case 'm:f':
      return `(${part('m:num')})/(${part('m:den')})`
    case 'm:sSup':
      return `${base(part('m:e'))}${raised('^', part('m:sup'))}`
    case 'm:sSub':
      return `${base(part('m:e'))}${raised('_', part('m:sub'))}`
    case 'm:sSubSup':
      return `${base(part('m:e'))}${raised('_', part('m:sub'))}${raised('^', part('m:sup'))}`
    case 'm:sPre':
      return `${raised('_', part('m:sub'))}${raised('^', part('m:sup'))}${part('m:e')}`
    case 'm:limLow':
      return `${part('m:e')}${raised('_', part('m:lim'))}`
    case 'm:limUpp':
      return `${part('m:e')}${raised('^', part('m:lim'))}`
    case 'm:rad': {
      const degree = part('m:deg')
      return `√${degree.trim() === '' ? '' : `[${degree}]`}(${part('m:e')})`
    }
    case 'm:nary': {
      const limits = `${raised('_', part('m:sub'))}${raised('^', part('m:sup'))}`
      const body = part('m:e')
      return `${property('m:naryPr', 'm:chr') ?? '∫'}${limits}${limits !== '' && body !== '' ? ' ' : ''}${body}`
    }
    case 'm:d': {
      const [open, close] = [property('m:dPr', 'm:begChr') ?? '(', property('m:dPr', 'm:endChr') ?? ')']
      const separator = property('m:dPr', 'm:sepChr') ?? '|'
      const inside = childrenOf(element, 'm:e').map((each) => {
        const content = childrenOf(each).filter(({ name }) => !name.endsWith('Pr'))
        // The delimiters are the matrix's own brackets.
        return content.length === 1 && content[0]?.name === 'm:m' ? matrix(content[0], read) : read(each)
      })
      return `${open}${inside.join(separator)}${close}`
    }
    case 'm:m':
      return `[${matrix(element, read)}]`
    case 'm:eqArr':
      return parts('m:e').join('; ')
    case 'm:func': {
      const argument = part('m:e')
      return `${part('m:fName')}${argument === '' || /^[([{|]/.test(argument) ? '' : ' '}${argument}`
    }
    case 'm:acc':
      return `${part('m:e')}${property('m:accPr', 'm:chr') ?? '\u0302'}`
    case 'm:bar':
      return `${part('m:e')}${property('m:barPr', 'm:pos') === 'top' ? '\u0305' : '\u0332'}`
    default:
      return otherText(element, read, view, onDropped)
  }
}

function otherText(
  element: XmlElement,
  read: (element: XmlElement) => string,
  view: RevisionView,
  onDropped: OnDropped,
): string {
  const { name } = element
  if (name === 'w:tab') return '\t'
  if (name === 'w:br') return '\n'
  if (/Pr$|^w:(?:instrText|delInstrText|fldChar)$/.test(name)) return ''
  const text = childrenOf(element).map(read).join('')
  if (!isChange(element)) return text
  const change = changeOf(element)
  if (isShown(change, view)) return text
  onDropped(change, text)
  return ''
}

const matrix = (element: XmlElement, read: (element: XmlElement) => string): string =>
  childrenOf(element, 'm:mr')
    .map((row) => childrenOf(row, 'm:e').map(read).join(', '))
    .join('; ')

/** One number or name; what is longer is put in brackets. */
const isPlain = (text: string): boolean => text.length <= 40 && /^(?:[\p{L}\p{N}.′'\p{M}]*|\p{S})$/u.test(text)

const base = (text: string): string => (isPlain(text) || /^[([{|⟨]/.test(text) ? text : `(${text})`)
const raised = (sign: '^' | '_', text: string): string =>
  text === '' ? '' : isPlain(text) ? `${sign}${text}` : `${sign}(${text})`
