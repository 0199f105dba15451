const stopWords = new Set(
  (
    'the a an of to and or is are was for in on at by with from as this that be been has have your our my you we it ' +
    'will shall would may can must his her their its which who than until under into per ' +
    'der die das den dem des ein eine einen einem einer eines von vom zu zum zur und oder ist sind mit im am an auf fur fuer bei ' +
    'wird werden wurde wurden hat haben als mein meine meinen meinem meiner sein seine seinen seinem ab bis nach seit war waren ' +
    'que qui se ne sera sont comme mon ma mes son sa ses depuis dans sous como come meu minha seu sua ' +
    'wir sie ihr ihre ihren ihrem unser unsere le la les l un une du de des d et ou au aux en est pour par sur avec votre vos notre nos nous vous ' +
    'dr prof mr mrs ms mme herr herrn frau sig ra sr sra don dona signor signora monsieur madame heer mevrouw ' +
    'betragt betragen belauft beliefen lautet amounts totals equals es son asciende ascienden ammonta ammontano pari eleve e sao ascende bedraagt luidt wynosi jest ' +
    'uns euch mich dich sich ihnen ihm they them him she he us me um gegen ohne durch zwischen bitte etwa rund circa ca spatestens please about around between before after during within ' +
    'entre desde hasta hacia vers avant apres pendant jusque chez tra fra entro dopo prima verso tussen tot na om naar rond veuillez gelieve ' +
    'el los las y o del al con para por su sus il lo gli e di da che het een van voor'
  ).split(' '),
)
const greetings = new Set(
  'dear hello hi hallo liebe lieber geehrte geehrter geehrten bonjour cher chere estimado estimada hola gentile caro cara beste geachte attention attn'.split(
    ' ',
  ),
)

/** Whether a word (ASCII, lower case) is whom a letter greets with: `dear`. */
export const isGreetingWord = (word: string): boolean => greetings.has(word)

/** Whether a word (ASCII, lower case) is none of those that any sentence has. */
export const isTellingWord = (word: string): boolean => !stopWords.has(word)

/** Whether it can name something. */
export const isTelling = (word: string): boolean => isTellingWord(word) && !greetings.has(word) && word.length > 1

/** The last words that say something, with nothing between them: `annual salary` of `your annual salary will be`. */
export function lastTelling(words: readonly string[]): readonly string[] {
  const end = words.findLastIndex(isTelling) + 1
  const start = words.slice(0, end).findLastIndex((word) => !isTelling(word)) + 1
  return words.slice(Math.max(start, end - 2), end)
}
