import { lineAt } from '../text-index.ts'
import type { Finder } from './finding.ts'

/** Below so many lines a letterhead is over. */
const mostLines = 5

/** Whose paper it is: the organization that opens one of the first lines. */
export const findIssuer: Finder = ({ index, values }) => {
  const { text } = index
  const first = values.of('organization').find(({ start }) => {
    const line = lineAt(index, start)
    return text.slice(line.start, start).trim() === ''
  })
  if (first === undefined) return []
  const above = text
    .slice(0, first.start)
    .split('\n')
    .filter((line) => line.trim() !== '').length
  return above < mostLines ? [{ value: first, score: 0.5 * (0.6 + 0.4 * first.confidence), method: 'position' }] : []
}

const bankLike = /bank|banque|banca|banco|caisse|cassa|caixa|kasse|credit union|building society/iu

const insurerLike = /insur|assur|versich|asegur|segur[oa]|assicur|verzeker|ubezpiecz|mutu[ae]l|försäkr|forsikr|pojišť/iu

const issuerLike =
  (name: RegExp): Finder =>
  (finding) =>
    findIssuer(finding).filter(({ value }) => name.test(finding.index.text.slice(value.start, value.end)))

/** The same, where its name is a bank's. */
export const findIssuingBank: Finder = issuerLike(bankLike)
/** The same, where its name is an insurer's. */
export const findIssuingInsurer: Finder = issuerLike(insurerLike)
