import { candidate } from '../candidate.ts'
import { collapse } from '../text-index.ts'
import type { Finder } from './finding.ts'

/** What contracts say before the work of somebody: en, de, fr, es, it, pt, nl, pl, da, sv, cs. */
const employedAs =
  /(?:(?:(?:the|a) (?:position|post|role|job) of (?:an? )?|die (?:Stelle|Position) (?:als|eine[rs]) |le poste de |el puesto de |la posizione di |o cargo de |tjänsten som |stillingen som )|(?:employ(?:ed|s)?|engage[ds]?|hired|appointed)(?: [\p{L}]+){0,3}? as (?:an? |the )?|(?:wird|ist|war)(?: (?:[^.;]|(?<=\d)\.){0,80}?)? als (?=(?:[^.;]|\.(?=\d)){2,90}? (?:eingestellt|beschäftigt|angestellt|tätig))|(?:engagée?|embauchée?|recrutée?|employée?|salariée?)[^.\n;]{0,90}? en qualité (?:de |d['’])|(?:contratad[oa]|presta(?:rá)?(?: sus)? servicios|trabajará) como |con la categoría (?:profesional )?de |con la qualifica di |con mansioni di |con la mansione di |com a categoria (?:profissional )?de |met als functie |(?:assunt[oa]|impiegat[oa])[^.\n;]{0,30}? (?:in qualità di|con la qualifica di|con mansioni di|come) |(?:admitid[oa]|contratad[oa])[^.\n;]{0,30}? (?:para exercer as funções de|com a categoria (?:profissional )?de|como) |in (?:dienst )?de functie van |(?:(?:till(?:s)?vidare|vis(?:s)?tids|prov)?anställning(?:en)?)(?: [^.;\n]{0,40}?)? som |(?:ansættes|anställs|ansettes|ansatt|anställd)(?: \p{Ll}+){0,2} som |na stanowisku |jako )["“„«]?/giu
const work =
  /^([\p{L}][\p{L}\d/()’'-]*(?: [\p{L}\d/()’'&-]+){0,6}?)(?=["”“»]?(?:[,.;\n]|$| (?:voor de duur|für die Dauer|pour une durée|with|zu|at|in|on|from|and shall|by|reporting|mit|bei|ab|im|in der|eingestellt|beschäftigt|angestellt|tätig|à compter|au sein|à partir|con|a partir|desde|presso|dal|a decorrere|com|bij|met|per|vanaf|w pełnym|od|med|fra|från|på|ve|s)(?!\p{L})))/u
const reach = 20_000

/** What work somebody is employed for, as a clause says it: `ansættes som projektleder med tiltrædelse …`. */
export const findJobTitle: Finder = ({ index: { text } }) =>
  Array.from(text.slice(0, reach).matchAll(employedAs))
    .slice(0, 3)
    .flatMap(({ 0: raw, index }, at) => {
      const start = index + raw.length
      const found = work.exec(text.slice(start, start + 90))?.[1]
      if (found === undefined) return []
      const value = candidate('text', start, start + found.length, collapse(found), 0.85)
      return [{ value, score: 0.68 - at * 0.1, method: 'clause' }]
    })
