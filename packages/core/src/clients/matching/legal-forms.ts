/** Legal forms as they are written out, folded, and how they are shortened. */
const longForms: readonly (readonly [long: string, short: string])[] = (
  'gesellschaft mit beschrankter haftung:gmbh|gesellschaft mbh:gmbh|ges mbh:gmbh|gesmbh:gmbh|mbh:gmbh|aktiengesellschaft:ag|' +
  'kommanditgesellschaft auf aktien:kgaa|kommanditgesellschaft:kg|offene handelsgesellschaft:ohg|gesellschaft burgerlichen rechts:gbr|' +
  'unternehmergesellschaft haftungsbeschrankt:ug|ug haftungsbeschrankt:ug|eingetragener verein:ev|eingetragene genossenschaft:eg|' +
  'eingetragener kaufmann:ek|eingetragene kauffrau:ek|partnerschaftsgesellschaft:partg|partg mbb:partg|partgmbb:partg|mbb:partg|' +
  'anstalt des offentlichen rechts:aor|limited liability company:llc|limited liability partnership:llp|public limited company:plc|' +
  'limited:ltd|incorporated:inc|corporation:corp|societe a responsabilite limitee:sarl|societe par actions simplifiee:sas|' +
  'societe anonyme:sa|eurl:sarl|sasu:sas|sociedad limitada:sl|sociedad de responsabilidad limitada:sl|slu:sl|sociedad anonima:sa|' +
  'sociedade anonima:sa|limitada:lda|ltda:lda|societa per azioni:spa|societa a responsabilita limitata:srl|' +
  'kabushiki kaisha:kk|yugen kaisha:yk|godo kaisha:gk|offene gesellschaft:og|obshchestvo s ogranichennoi otvetstvennostyu:ooo|handelsbolag:hb|kommanditbolag:kb|kommandiittiyhtio:ky|' +
  'akciova spolecnost:as|akciova spolocnost:as|verejna obchodni spolecnost:vos|v o s:vos|spolka jawna:spj|sp j:spj|spolka komandytowa:spk|sp k:spk|' +
  'uzdaroji akcine bendrove:uab|sabiedriba ar ierobezotu atbildibu:sia|osauhing:ou|sociedad limitada unipersonal:sl|besloten vennootschap:bv|naamloze vennootschap:nv|aktiebolag:ab|aktieselskab:as|aksjeselskap:as|anpartsselskab:aps|' +
  'osakeyhtio:oy|oyj:oy|spolka z o o:spzoo|spolka z oo:spzoo|spolka z ograniczona odpowiedzialnoscia:spzoo|sp z o o:spzoo|sp z oo:spzoo|spolka akcyjna:sa|' +
  'spolecnost s rucenim omezenym:sro|spol s r o:sro|spol s ro:sro|s r o:sro|korlatolt felelossegu tarsasag:kft|' +
  'zartkoruen mukodo reszvenytarsasag:zrt|nyilvanosan mukodo reszvenytarsasag:nyrt|beteti tarsasag:bt|anonim sirketi:as|limited sirketi:ltdsti|ltd sti:ltdsti|drustvo s ogranicenom odgovornoscu:doo|' +
  'd o o:doo|societa in nome collettivo:snc|vennootschap onder firma:vof|s p a:spa|s r l:srl|s a s:sas|s a:sa|s l:sl|b v:bv|n v:nv|a s:as|e v:ev|e k:ek|k k:kk|pty ltd:ltd|pvt ltd:ltd'
)
  .split('|')
  .map((pair) => pair.split(':') as [string, string])
  // "Limited Şirketi" before "Limited".
  .toSorted(([a], [b]) => b.length - a.length)

/** By which two companies of one name are told apart: "Brandl GmbH", and "Brandl GmbH & Co. KG". */
const forms: ReadonlySet<string> = new Set(
  'gmbh ag kg kgaa ohg ug gbr ev eg ek se partg aor inc corp ltd llc llp lp plc sa sas sarl srl spa sl bv nv ab as oy aps asa kft zrt bt doo sro spzoo lda ltdsti snc vof ae tov ooo zao oao pao kk yk gk nyrt hb kb ky vos spj spk uab sia ou og'.split(
    ' ',
  ),
)

/** What joins words, or is said or left out at will. */
const fillers: ReadonlySet<string> = new Set(
  'the of and und et y e i og och en ve for fur der die das de del di la le les los a an o co cie company sp z pty proprietary pvt ao ip group gruppe sanayi san ticaret tic'.split(
    ' ',
  ),
)

/** Companies that hold, or run, others of the same name. */
const ofGroup = /^(?:holdings?|beteiligung|verwaltung|besitz|participations?$|partecipazioni$|participaciones$)/

/** Forms of East Asian companies, which stand before or behind a name without a blank. */
const eastAsian = /株式会社|有限会社|合同会社|有限公司|주식회사|[(（](?:株|有|주)[)）]|[㈱㈲]/gu

/** Another name that the company goes by, or whose it is. */
const alias =
  /[\s(,]+(?:t\/a|d\/?b\/?a|trading as|doing business as|also known as|formerly|vormals|inh\.?|inhaber(?:in)?:?|prop\.|owner:?)\s.*$/isu

/** `B.V.`, `S.p.A.`, `A/S`: letters that stand for one word. */
const dotted = /(?<![\p{L}\p{N}])\p{L}(?:[./]\p{L}(?![\p{L}\p{N}]))+/gu

/** What is written of a company before its words are taken: one name, short forms in one piece. */
export const bareFirm = (text: string): string =>
  text
    .replace(alias, '')
    .replaceAll(eastAsian, ' ')
    .replace(/\bf\.lli\b/i, 'fratelli')
    .replaceAll(dotted, (letters) => letters.replaceAll(/[./]/g, ''))
    // "O'Malley's" is also written "OMalleys".
    .replaceAll(/(?<=\p{L})['’](?=\p{L})/gu, '')

/** The words of a company's name without its legal form, and that form, short; `''` where none is said. Folded words. */
export function withoutLegalForm(words: readonly string[]): {
  readonly words: readonly string[]
  readonly form: string
} {
  // "Vertriebsgesellschaft mbH" is a "Vertriebs GmbH".
  let text = ` ${words.join(' ')} `.replace(/(?<=\p{L}{3})ges(?:ellschaft)? mbh /u, ' gmbh ')
  for (const [long, short] of longForms) text = text.replace(` ${long} `, ` ${short} `)
  const all = text.trim().split(' ')
  const telling = all.filter((word) => !forms.has(word) && !fillers.has(word))
  // Behind a name an Austrian form, within it "and" in Danish.
  const isForm = (word: string, at: number): boolean => forms.has(word) && (word !== 'og' || at === all.length - 1)
  const form = [...new Set(all.filter(isForm))].toSorted().join(' ')
  return telling.length === 0 ? { words, form: '' } : { words: telling, form }
}

/** Whether two companies of like names are two: both say a legal form, and another, or one of them holds the others. */
export const areOtherFirms = (a: Firm, b: Firm): boolean =>
  (a.form !== '' && b.form !== '' && a.form !== b.form) || isOfGroup(a) !== isOfGroup(b)

interface Firm {
  readonly words: readonly string[]
  readonly form: string
}

const isOfGroup = ({ words }: Firm): boolean => words.some((word) => ofGroup.test(word))
