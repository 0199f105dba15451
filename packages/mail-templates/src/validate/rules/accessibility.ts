import { around, type HtmlPage, type PageElement, type PageText, textOf } from '../../page/html-page.ts'
import { wordsPlace } from '../../parse/html-tokens.ts'
import { htmlRule, holdsTag } from '../rule.ts'

const vague = new Set(
  'this page|this website|this article|url|open|button|click here|here|read more|more|link|this|this link|learn more|details|hier|hier klicken|klicken sie hier|mehr|mehr erfahren|weiterlesen|ici|cliquez ici|en savoir plus|aquí|haga clic aquí|más|qui|clicca qui|klik hier|lees meer|meer|meer info|saiba mais|clique aqui|aqui|leia mais|scopri di più|leggi tutto|maggiori informazioni|läs mer|klicka här|les mer|klikk her|læs mere|klik her|lue lisää|czytaj więcej|kliknij tutaj|tutaj|więcej|klikněte zde|zde|kattintson ide|itt|buraya tıklayın|tıklayın|devamını oku|здесь|тут|подробнее|нажмите здесь|читать далее|こちら|詳細|もっと見る|点击这里|这里|了解更多|更多|點擊這裡|여기|자세히 보기|اضغط هنا|هنا|المزيد|לחץ כאן|כאן|click|click below|more info|more information|find out more|see more|view more|go|continue reading|mehr infos|mehr lesen|jetzt klicken|lire la suite|plus d’infos|voir plus|leer más|ver más|saber más'.split(
    '|',
  ),
)
const vagueImage =
  /^(?:image|picture|photo|img|graphic|icon|logo|banner|spacer|untitled|(?:alt(?:ernative)?(?: text)?|(?:image )?(?:description|text|caption)|insert alt text)(?: (?:goes )?here)?|undefined|null|none|beschreibung|bild|foto|grafik|photo \d+|image ?\d+|\d{2,4} ?[x×] ?\d{2,4}(?: ?px)?)$/i
/** What screen readers say of each image by themselves. */
const redundant =
  /^(?:an? )?(?:image|picture|photo(?:graph)?|graphic|icon|screenshot) of\b|^(?:bild|foto|grafik) (?:von|des|der|vom|einer|eines)\b|^(?:image|photo|imagen|foto|immagine|afbeelding|imagem) (?:de|di|van|du|des|del|della)\b/i
/** Names that cameras and programs give. */
const ofCamera = /^(?:img|dscn?|pict?|screen ?shot|bildschirmfoto|scan|unnamed|unbenannt|whatsapp image)[\d\s_.:-]*$/i

/** Roles that say that a table is layout. */
const layoutRole = /^(?:presentation|none)$/i
/** What only tables of data have. */
const ofData = new Set(['th', 'caption', 'thead'])

/** What the keyboard reaches. */
const pressed = new Set('a button input select textarea'.split(' '))

/** Letters from which words beside an image are compared with its alternative text. */
const leastBeside = 8
/** Letters from which an address is too long to be listened to. */
const leastOfAddress = 25

/** Elements inside of another that are looked at. */
const mostInside = 10
const inside = ({ elements }: HtmlPage, index: number): readonly PageElement[] =>
  elements.slice(index + 1, index + mostInside).filter(({ tag }) => tag.start < (elements[index]?.end ?? 0))
const holdsControl = (page: HtmlPage, index: number): boolean =>
  inside(page, index).some(({ tag }) => /^(?:input|select|textarea|button|meter|output|progress)$/.test(tag.name))
const holdsLink = (page: HtmlPage, index: number): boolean => inside(page, index).some(({ tag }) => tag.name === 'a')

/** Whether all that a link holds is kept from screen readers. */
function isHiddenWhole({ elements, tokens }: HtmlPage, index: number): boolean {
  const link = elements[index]
  const inner = elements[index + 1]
  if (
    link === undefined ||
    inner?.parent !== index ||
    !/^true$/i.test(inner.tag.attributes.get('aria-hidden')?.value.trim() ?? '')
  )
    return false
  const outside = [...tokens.slice(link.from, inner.from), ...tokens.slice(inner.to, Math.min(link.to, inner.to + 20))]
  return outside.every((token) => token.kind !== 'text' || token.text.trim() === '')
}

/** What screen readers need: words for images and links, and which tables are layout. */
export const accessibility = htmlRule(({ page, starts, parsed, looks }, tell) => {
  for (const tag of starts) {
    if (
      tag.name !== 'img' &&
      !(tag.name === 'input' && /^image$/i.test(tag.attributes.get('type')?.value ?? '')) &&
      tag.name !== 'area'
    )
      continue
    const alt = tag.attributes.get('alt')
    if (alt === undefined) {
      if (!tag.attributes.has('aria-label')) tell('no_alternative_text', tag)
      continue
    }
    const words = alt.value.trim()
    if (/^\S+\.(?:png|jpe?g|gif|webp|svg|bmp)$/i.test(words) || /^(?:https?:|\/\/)\S*$/i.test(words))
      tell('file_name_as_text', alt)
    else if (ofCamera.test(words) || /^(?=\D{0,40}\d)[a-f\d]{8,40}$/i.test(words)) tell('file_name_as_text', alt)
    else if (redundant.test(words))
      tell('vague_alternative_text', alt, {
        message: 'Screen readers say by themselves that it is an image.',
        hint: 'Begin with what it shows.',
      })
    else if (/<\/?[a-z][^<>]{0,200}>/i.test(words))
      tell('vague_alternative_text', alt, {
        message: 'Alternative text holds no tags; they are read out as they are written.',
      })
    else if (layoutRole.test(tag.attributes.get('role')?.value.trim() ?? '') && words !== '')
      tell('invalid_role', alt, {
        message: 'An image is said to be decoration, and has words.',
        hint: 'Take the role out, or write alt="".',
      })
    else if (
      vagueImage.test(words) ||
      (alt.value !== '' && words === '') ||
      vague.has(words.toLowerCase()) ||
      /^(?:[a-z]|\d{3,20}|[a-z]{2,20}(?:_[a-z\d]{1,20}){1,4})$/i.test(words) ||
      (words !== '' && !/[\p{L}\p{N}\p{Extended_Pictographic}\uFFFC]/u.test(words))
    )
      tell('vague_alternative_text', alt, { message: `"${words}" does not say what the image shows.` })
    else if (words.length > 150) tell('long_alternative_text', alt)
    const title = tag.attributes.get('title')
    if (title !== undefined && words !== '' && alike(title.value) === alike(words))
      tell('vague_alternative_text', title, {
        message: 'The title of an image says its alternative text again; it is read out twice.',
        hint: 'Take the title out.',
        severity: 'info',
      })
  }
  const withData = new Set<number>()
  /** The tables nearest to what only tables of data have. */
  const heads = new Set<number>()
  /** Whether an element, or one around it, is kept from screen readers. */
  const unread: boolean[] = []
  for (const text of itemsBySigns(page)) tell('signs_for_list', wordsPlace(parsed.field.source, text))
  for (const [index, element] of page.elements.entries()) {
    const { tag } = element
    if (ofData.has(tag.name)) {
      let at = element.parent
      for (let depth = 0; at !== -1 && depth < 4; depth += 1) {
        if (page.elements[at]?.tag.name === 'table') {
          if (!Array.from(around(page, element.parent, depth)).some(({ tag: inner }) => inner.name === 'table'))
            heads.add(at)
          withData.add(at)
        }
        at = page.elements[at]?.parent ?? -1
      }
    }
    if (tag.name === 'a' && tag.attributes.has('href')) {
      const words = textOf(page, element)
      const isUnread = words !== '' && isHiddenWhole(page, index)
      const images = page.elements
        .slice(index + 1, index + 30)
        .filter((inner) => inner.tag.start < element.end && inner.tag.name === 'img')
      const shown = images.some((inner) => (inner.tag.attributes.get('alt')?.value.trim() ?? 'x') !== '')
      const double =
        words === ''
          ? undefined
          : images.find(({ tag: { attributes } }) => alike(attributes.get('alt')?.value) === alike(words))
      if (double !== undefined)
        tell('vague_alternative_text', double.tag, {
          message: 'The words beside an image are its alternative text again; they are read out twice.',
          hint: 'Write alt="".',
        })
      const title = tag.attributes.get('title')
      if (title !== undefined && words !== '' && alike(title.value) === alike(words))
        tell('vague_link_text', title, {
          message: 'The title of a link says its words again; they are read out twice.',
          hint: 'Take the title out.',
        })
      const own = tag.attributes.get('aria-label') ?? title
      if ((words === '' || isUnread) && !shown && (own?.value.trim() ?? '') === '') tell('empty_link_text', tag)
      else if (words.length >= leastOfAddress && /^https?:\/\/\S+$/i.test(words))
        tell('vague_link_text', tag, {
          message: 'The words of a link are a long address; screen readers spell it.',
          hint: 'Say where it leads.',
        })
      else if (
        isVague(words) ||
        (words !== '' && !shown && !/[\p{L}\p{N}\uFFFC]/u.test(words) && (own?.value.trim() ?? '') === '')
      )
        tell('vague_link_text', tag, { message: `"${words}" does not say where the link leads.` })
    }
    if (tag.name === 'label' && !tag.attributes.has('for') && !holdsControl(page, index))
      tell('unlabelled_field', tag, {
        message: 'A label belongs to no field.',
        hint: 'Write for="…" with the id of its field.',
      })
    if (
      tag.name === 'u' &&
      !Array.from(around(page, index, 6)).some(({ tag: { name } }) => name === 'a') &&
      !holdsLink(page, index)
    )
      tell('link_like_text', tag, {
        message: 'Underlined words that are no link look like one.',
        hint: 'Write <strong> or <em>.',
        severity: 'info',
      })
    const beside = tag.name === 'img' ? alike(tag.attributes.get('alt')?.value) : ''
    const home = page.elements[element.parent]
    if (
      beside.length >= leastBeside &&
      home !== undefined &&
      home.tag.name !== 'a' &&
      alike(textOf(page, home, 20)) === beside
    )
      tell('vague_alternative_text', tag, {
        message: 'The words beside an image are its alternative text again; they are read out twice.',
        hint: 'Write alt="".',
      })
    unread.push(
      unread[element.parent] === true || /^true$/i.test(tag.attributes.get('aria-hidden')?.value.trim() ?? ''),
    )
    if (
      pressed.has(tag.name) &&
      unread[index] === true &&
      (tag.name !== 'a' || tag.attributes.has('href')) &&
      (looks?.[index]?.hiddenBy ?? '') === '' &&
      tag.attributes.get('tabindex')?.value.trim() !== '-1'
    )
      tell('hidden_link', tag)
    const role = tag.attributes.get('role')
    if (
      role !== undefined &&
      /^\s*heading\s*$/i.test(role.value) &&
      !/^h[1-6]$/.test(tag.name) &&
      !tag.attributes.has('aria-level')
    )
      tell('invalid_role', role, {
        message: 'A heading by its role has no level.',
        hint: 'Write h2, or add aria-level.',
      })
  }
  page.elements.forEach(({ tag }, index) => {
    if (tag.name !== 'table') return
    const role = tag.attributes.get('role')
    if (role !== undefined && layoutRole.test(role.value.trim()) && heads.has(index))
      tell('invalid_role', role, {
        message: 'A table with heads or a caption is said to be layout: nobody hears which column a cell is of.',
        hint: 'Take the role out, or write td for th.',
        severity: 'info',
      })
    if (withData.has(index)) return
    if (
      role === undefined ||
      (!layoutRole.test(role.value.trim()) && !holdsTag(parsed, role.start, role.end) && role.value.trim() === '')
    )
      tell('layout_table', tag)
  })
})

const listSign = /^\s*(?:[•·▪▸◦‣●–*-]|(\d{1,2})[.)])\s{1,4}\S/u

/** The second of several texts in one element that each begin with the sign of a list, or with the next number. */
function* itemsBySigns({ texts }: HtmlPage): Generator<PageText> {
  const begun = new Map<number, number>()
  for (const text of texts) {
    const sign = text.element === '' ? listSign.exec(text.text) : null
    if (sign === null) continue
    const count = (begun.get(text.parent) ?? 0) + 1
    if (sign[1] !== undefined && Number(sign[1]) !== count) continue
    begun.set(text.parent, count)
    if (count === 2) yield text
  }
}

const alike = (words = ''): string => words.trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** The longest of them has fewer letters: what is longer is not looked through for its end. */
const longestVague = 100

const isVague = (words: string): boolean =>
  words.length <= longestVague && vague.has(words.toLowerCase().replace(/[\s.!…>»→›]+$/u, ''))
