import { candidate } from '../candidate.ts'
import { collapse } from '../text-index.ts'
import type { Finder } from './finding.ts'
import { namesBehind } from './name-behind.ts'

/** For whom a claim is made: es, pt, it, fr, de, nl, en. */
const claimant =
  /(?:en nombre y representación de|en representación de|a instancias? de|em representação de|em nome e representação de|nell['’]interesse di|per conto di|à la requête de|agissant pour le compte de|namens und in vollmacht (?:des|der)|klage (?:des|der)|(?:ricorso|atto di citazione|domanda)[^.;\n]{0,60}? (?:depositat|propost|promoss|presentat|notificat)[oa][^.;\n]{0,40}?(?<!\p{L})da(?:lla|l)?|namens eiser(?:es)?|on behalf of the (?:claimant|plaintiff),?)\s+/giu
/** Against whom. */
const opponent =
  /(?<!\p{L})(?:demanda|reclamación|reclamação|ação|acción|juicio|ricorso|citazione|assignation|action|demande|klage|claim|proceedings|vordering|pozew|powództwo)(?!\p{L})[^.;\n]{0,160}?(?<!\p{L})(?:contra|contre|contro|gegen|against|tegen|przeciwko)\s+|(?<!\p{L})(?:nei confronti (?:di|della|del)|à l['’]encontre (?:de la|de|du)|en contra de|em face de)\s+/giu

/** Who claims, where a clause says it and no caption. */
export const findClaimant: Finder = (finding) => namesBehind(finding, claimant, 0.66)
/** Against whom it is claimed. */
export const findOpponent: Finder = (finding) => namesBehind(finding, opponent, 0.66)

/** A line that names both sides of a case: `Wittkamp Bau GmbH ./. Schulte`, `Smith v Jones`. */
const ofCase = /^[ \t]{0,40}(\p{Lu}[^\n]{1,80}?)[ ](?:\.\/\.|v\.?|vs\.?|versus|c\/)[ ](\p{Lu}[^\n,;]{1,80}?)[ \t.]*$/mu
const head = 3000

/** The side of a case that its line names first or second. */
export const sideOfCase =
  (side: 0 | 1): Finder =>
  ({ index: { text } }) => {
    const found = ofCase.exec(text.slice(0, head))
    const name = found?.[side + 1]
    if (found === null || name === undefined) return []
    const line = found.index + (side === 0 ? found[0].indexOf(name) : found[0].lastIndexOf(name))
    const value = candidate('party', line, line + name.length, { name: collapse(name), role: null }, 0.85)
    return [{ value, score: 0.66, method: 'position' }]
  }
