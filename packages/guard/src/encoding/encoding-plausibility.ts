import { largestOf } from '@chancery/core'

/** The letters beyond ASCII of languages' alphabets, small; capitals are told by their small ones. */
const alphabets: readonly string[] = [
  'äöüß',
  'àâæçéèêëîïôœùûüÿ',
  'áéíóúñü',
  'àáâãçéêíóôõúü',
  'àèéìòùî',
  'åäöé',
  'åæøéó',
  'áðéíóúýþæö',
  'éëïöüó',
  'ąćęłńóśźż',
  'áčďéěíňóřšťúůýž',
  'áäčďéíĺľňóôŕšťúýž',
  'áéíóöőúüű',
  'ăâîșțşţ',
  'čćđšž',
  'çğıöşüâîİ',
  'ąčęėįšųūž',
  'āčēģīķļņšūž',
  'äöõüšž',
  'абвгдежзийклмнопрстуфхцчшщъыьэюяё',
  'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  'абвгдђежзијклљмнњопрстћуфхцчџш',
  'αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ',
  'אבגדהוזחטיכלמנסעפצקרשתךםןףץ',
  'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيـپچژگ',
  'กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรฤลฦวศษสหฬอฮะาำเแโใไๆ็่้๊๋์ิีึืุูั฿ๅ',
]
const alphabetSets = alphabets.map((letters) => new Set(letters))

/**
 * How the letters beyond ASCII of a language share its texts, in percent: rough estimates,
 * enough to tell a usual letter from an odd one. "Fîrnamn" has letters of French, though hardly in French.
 */
const shares: readonly string[] = [
  'ü38 ä27 ö22 ß12 é1',
  'é63 è10 à9 ç6 ê5 â2 î1 ô2 û1 ë1 ï1',
  'ó27 í27 á21 é12 ñ9 ú4',
  'ã23 ç17 é13 á12 í10 ó10 ê4 õ4 â4 ú3 à1 ô1',
  'à35 è25 ù12 ò14 ì8 é6',
  'ö38 ä33 å26 é3',
  'ø37 å34 æ27 é2',
  'ä80 ö18 å2',
  'ł24 ó16 ś11 ń10 ż10 ą12 ę9 ź4 ć4',
  'á22 í22 é13 ř9 č9 ý7 š7 ž6 ě5 ů3 ň2 ť1 ď1 ú2',
  'á40 é27 ó9 ö6 ő5 í5 ü4 ú3 ű1',
  'ă35 î15 â15 ț18 ș17',
  'ı28 ü15 ş18 ö9 ç11 ğ11 İ8',
  'č25 ć25 š20 ž18 đ12',
  'ė20 š18 ų14 ž14 į10 ą9 č8 ū5 ę2',
  'ā35 ī18 š12 ē14 ž5 ū4 ņ5 ļ4 ķ2 č1',
  'õ30 ä30 ü25 ö15',
  'о11 а9 е8 и8 н7 т6 с5 р6 в5 л5 к4 м3 д3 п3 у3 я2 ы2 ь2 г2 з2 б2 ч1 й2 х1 ж1 ш1 ю1 ц1 щ1',
  'α10 ο8 ι8 ε6 τ6 σ5 ν6 ρ5 κ4 π4 η4 υ4 λ4 ς4 μ3 ό2 ί3 ά3 έ2 ή2 ω2 γ2 δ2 ύ1 χ1 θ1 φ1 ώ1 β1',
  'י11 ו10 ה9 ל7 א6 ר6 ת5 ב5 מ5 ש5 נ4 ם3 ד3 ח3 ע3 ק2 פ2 כ2 ן2 ט1 ג1 ז1 ס1 צ1 ך1 ף1',
  'ا13 ل11 ي7 م7 و6 ن6 ر5 ت5 ب4 ع4 د4 ه4 س3 ف3 ح3 ق2 ك2 أ2 ة3 ج2 ش1 ص1 ط1 خ1',
]
const shareMaps = shares.map(
  (language) => new Map(language.split(' ').map((each) => [each.slice(0, 1), Number(each.slice(1)) / 100] as const)),
)
/** Of a letter that the language does not have. */
const foreign = 0.001

/**
 * How usual the letters beyond ASCII are for the language that they fit best, 0 to 1; 1 where there are none. It tells
 * encodings apart that all give letters.
 */
export function familiarity(text: string): number {
  const counts = new Map<string, number>()
  let letters = 0
  for (const character of text) {
    if (character < '\u0080' || !letter.test(character)) continue
    const small = character === 'İ' ? character : character.toLowerCase()
    counts.set(small, (counts.get(small) ?? 0) + 1)
    letters++
  }
  if (letters === 0) return 1
  const likelihoods = shareMaps.map((share) => {
    let sum = 0
    for (const [small, count] of counts) sum += count * Math.log(share.get(small) ?? foreign)
    return sum / letters
  })
  return 1 - largestOf(likelihoods) / Math.log(foreign)
}

/** Signs that texts of all kinds hold, though not inside words. */
const signs = new Set('\u00a0“”„‘’‚–—…€£§°«»‹›•©®™№·¿¡²³½¼¾±×µ\u00ad¥|')
const insideWords = new Set('’‘·\u00ad')
/** Of a word, a dot in the middle of a line stands between two l ("col·lecció"); else it is the á of another encoding. */
const isInCatalan = (before: string, next: string): boolean => /^ll$/i.test(before + next)
/** Signs that stand behind a word, never before one. */
const marks = new Set('®™©²³¼½¾')
const letter = /\p{L}|\p{M}/u
const latin = /[a-z]/i

const isSmall = (character: string): boolean => letter.test(character) && character !== character.toUpperCase()

/**
 * How much a text reads like one of a language, 0 to 1: what share of its characters beyond ASCII is of one alphabet or
 * a usual sign. Capitals inside words, signs inside words and controls count against it.
 */
export function plausibility(text: string): number {
  const hits = alphabetSets.map(() => 0)
  let wide = 0
  let fine = 0
  let faults = 0
  let before = ''
  const characters = Array.from(text)
  for (const [index, character] of characters.entries()) {
    if (character >= '\u0080') {
      wide++
      const next = characters[index + 1] ?? ''
      const isInWord = letter.test(before) && letter.test(next)
      if (signs.has(character)) {
        if (
          (character === '·' && letter.test(before) && !isInCatalan(before, next)) ||
          (isInWord && !insideWords.has(character)) ||
          (marks.has(character) && letter.test(next))
        ) {
          faults++
        } else fine++
      } else if (letter.test(character)) {
        const small = character === 'İ' ? character : character.toLowerCase()
        for (const [at, alphabet] of alphabetSets.entries()) if (alphabet.has(small)) hits[at] = (hits[at] ?? 0) + 1
        // A capital right behind a small letter: another encoding of Cyrillic, or no letter at all.
        if (small !== character && letter.test(before) && before === before.toLowerCase() && before >= 'a') faults++
        // A capital inside a word whose letters go on small: "JÅrgen".
        else if (small !== character && letter.test(before) && isSmall(next)) faults++
        // Words are of one script.
        if (character >= '\u0370' && (latin.test(before) || latin.test(next))) faults++
      } else faults++
    } else if (character >= 'A' && character <= 'Z' && before >= '\u0080' && letter.test(before)) {
      if (before !== before.toUpperCase()) faults++
    }
    before = character
  }
  if (wide === 0) return 1
  return Math.max((largestOf(hits) + fine - faults) / wide, 0)
}
