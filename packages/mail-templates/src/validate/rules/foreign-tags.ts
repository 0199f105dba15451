import { foreignWords } from '../../parse/foreign-words.ts'
import { type Rule, wordsOutsideCode, wordsOutsideStyles } from '../rule.ts'
import { meantTag, mostMeant } from '../meant-tag.ts'

const name = String.raw`[\p{L}_][\p{L}\p{N}_.:-]{0,60}`
const pattern = (source: string): RegExp => new RegExp(source.replaceAll('@@', name), 'gu')

/** What most systems call the fields of a reader: between two signs of one kind, they are a tag of one of them. */
const fieldOfReader =
  '(?:(?:contact|customer|client|user|recipient|subscriber|member|lead|person|account)[ ._-]?)?(?:(?:first|last|full|middle|given|family|nick|sur|company)[ ._-]?name|name|e-?mail(?:[ ._-]?address)?|salutation|(?:order|customer|invoice)[ ._-]?(?:id|number|no))'
const betweenSigns = new RegExp(
  String.raw`(?<![\w$%#~^!@=+/-])([$%#~^!@=+]{1,2})${fieldOfReader}\1(?![\w$%#~^!@=+/-])`,
  'gi',
)

/** Tags of other systems, by their signs; the last are those of which it has one, apart by blanks: they are looked for first, since most pages have none. */
const systems: readonly (readonly [pattern: RegExp, system: string, signs?: string])[] = [
  [pattern(String.raw`\{%-?\s*[a-z_]{1,30}\b[^%{}]{0,500}-?%\}`), 'Liquid, Jinja or Twig', '{%'],
  [pattern(String.raw`\{%[=#/][^%{}]{1,500}%\}`), 'Journey Optimizer', '{%'],
  [pattern(String.raw`\{#\s[^#{}]{0,500}\s#\}`), 'Jinja or Twig', '{#'],
  [pattern(String.raw`\*\|[^|*\s][^|*]{0,100}\|\*`), 'Mailchimp', '*|'],
  [pattern(String.raw`%%\[[^%]{1,500}\]%%`), 'Salesforce Marketing Cloud', '%%'],
  [pattern(String.raw`%%=?[\p{L}_][^%\n]{0,100}?=?%%`), 'Salesforce Marketing Cloud', '%%'],
  [pattern(String.raw`\{![$\w.]{1,80}\}|\{![A-Z]\w{0,40}:[^{};\n]{1,60};\}`), 'Salesforce or Dynamics', '{!'],
  [
    pattern(
      String.raw`\{!![^{}\n]{1,200}!!\}|(?<![\w@])@(?:if|foreach|unless|forelse|for)\s?\([^\n]{1,200}\)(?!\s*\{)|(?<![\w@])@end(?:if|foreach|unless|for)\b|(?<![\w@])@(?:lang|choice|include|yield|section|extends|component)\(['"][^'"()\n]{1,100}['"][^()\n]{0,200}\)|@(?=\{\{)`,
    ),
    'Blade',
    '@ {!!',
  ],
  [pattern(String.raw`\{(?:DATA_VARIABLE|EVENT_PROPERTY|CONTACT_PROPERTY):@@\}`), 'Loops', '{'],
  [pattern(String.raw`\$\(@@\)\$|\$\$[a-z_]{2,40}\$\$`), 'Emarsys', '$'],
  [pattern(String.raw`#recipient:[^#\n]{1,60}#`), 'Moosend', '#recipient:'],
  [
    pattern(String.raw`@\{(?:triggerBody|triggerOutputs|variables|outputs|body|items|parameters)\([^{}\n]{0,200}\}`),
    'Power Automate',
    '@{',
  ],
  [pattern(String.raw`\$\[[A-Z_]{2,40}(?:\|[^\]\n]{0,60})?\]\$`), 'Zoho', '$['],
  [pattern(String.raw`(?<![\w$])\$[A-Z][A-Z_]{2,40}\$(?![\w$])`), 'Responsys', '$'],
  [
    pattern(String.raw`\{/?(?:if|foreach|section|literal)(?:\s[^{}\n]{1,200})?\}(?!\})(?<!\{\{[^{}]*\})`),
    'Smarty or Sailthru',
    '{',
  ],
  [
    pattern(
      String.raw`(?<![\w\]-])\[(?:user|site|node|order|date|profile|customer|contact|[a-z]{2,20}[_-][a-z]{2,20}):[a-z][a-z:_-]{1,40}\]`,
    ),
    'Drupal or Benchmark',
    '[',
  ],
  [pattern(String.raw`(?<![\w.@])@(?:Profile|Event)\.@@`), 'CleverTap', '@'],
  [pattern(String.raw`(?<![\w%])%(?:\{@@\}|\(@@\)[sd]|\d\$[sd])`), 'Ruby, Python or PHP', '%'],
  [pattern(String.raw`(?<![{$#%])\{@@, ?"[^"{}\n]{0,60}"\}`), 'Ghost', '{'],
  [pattern(String.raw`\\\(@@\)`), 'Swift', '\\('],
  [pattern(String.raw`(?<![\w\]!])\[[a-z]{2,20}(?:_[a-z]{2,20}){1,3}\](?![(\[\w=])`), 'another system', '_'],
  [pattern(String.raw`\{@@, ?(?:plural|select|selectordinal),`), 'ICU', '{'],
  [pattern(String.raw`\{#{4}\}|\{##[^{}#\n]{1,60}##\}`), 'Cognito', '{##'],
  [pattern(String.raw`(?<![\w$])\$t\([^()\n]{1,80}\)`), 'i18next', '$t('],
  [
    pattern(String.raw`<(?:if|elseif|switch|each|loop)\s+(?:condition|loop|expression)="[^"]{0,200}"`),
    'Maizzle',
    'condition= loop= expression=',
  ],
  [
    pattern(
      String.raw`(?<=\s)(?:v-(?:if|else-if|for|show|bind|html|text|on|model|slot)(?:[:.][\w.-]+)?|:(?:href|src|class|style|key)|x-(?:data|show|text|bind)|@(?:click|submit|change|input)[.\w]{0,20})=`,
    ),
    'Vue or Alpine',
  ],
  [
    pattern(
      String.raw`(?<=\s)(?:\*ng[A-Z]\w{1,20}|ng-[a-z]{2,20}|\[[a-z][A-Za-z]{1,30}\]|\([a-z]{3,20}\)|\[(?:attr|style|class)\.[\w-]{1,30}\])=`,
    ),
    'Angular',
    '*ng ng- ]= )=',
  ],
  [
    pattern(String.raw`(?:className|dangerouslySetInnerHTML|htmlFor)=(?<=<[a-zA-Z][^<>]{0,300}\s\w+=)`),
    'React',
    'className htmlFor dangerouslySetInnerHTML',
  ],
  [
    pattern(
      String.raw`</?(?:s|h|g|esi|xsl|asp|jsp|c|fmt|fn|tal|metal|py|ui|f):[A-Za-z-]{2,30}|</?cf(?:output|if|else|loop|set)\b|</?x-[a-z][\w.-]{1,40}`,
    ),
    'XSLT, JSP, ASP.NET or Blade',
  ],
  [
    pattern(
      String.raw`(?<=<[a-z][^<>]{0,300}\s)t-(?:out|esc|raw|if|elif|else|foreach|as|field|att-[\w-]+|attf-[\w-]+|call|set)=`,
    ),
    'Odoo',
    't-',
  ],
  [
    pattern(
      String.raw`\{#(?:if|each|await|key)\s[^{}\n]{1,200}\}|\{@(?:html|const|render)\s[^{}\n]{1,200}\}|\{/(?:if|each|await|key)\}(?!\})(?<!\{\{[^{}]*\})`,
    ),
    'Svelte',
    '{',
  ],
  [pattern(String.raw`(?<![{$#%])\{[#/^]@@\}(?!\})`), 'docxtemplater', '{'],
  [pattern(String.raw`\{[a-z]{3,40}=[\p{L}_|][\p{L}\p{N}_|. -]{0,60}\}`), 'Mautic', '{'],
  [pattern(String.raw`\{\s?(?:MERGEFIELD|IF|DATE|DOCPROPERTY)\s[^{}\n]{1,100}\}`), 'Word', '{'],
  [pattern(String.raw`<!--#(?:include|echo|if|set|config)\s[^<>]{0,200}-->`), 'server-side includes', '<!--#'],
  [pattern(String.raw`(?<=\s)data-(?:bind|ng-\w{1,20}|reactid|hs-\w{1,20})=`), 'Knockout or Angular', 'data-'],
  [pattern(String.raw`</?(?:amp|heml|ion)-[a-z-]{2,30}\b`), 'AMP or a framework of pages'],
  [
    pattern(String.raw`\[(?:subscriber|newsletter|link|custom):[a-z_]{2,30}(?:\s?\|[^\][\n]{0,60})?\]`),
    'MailPoet',
    ':',
  ],
  [pattern(String.raw`\{\$[a-z]{1,20}->[a-z_]{1,40}\}`), 'Moodle', '->'],
  [
    pattern(String.raw`<<[\p{L}][\p{L}\p{N} _.]{1,40}>>|&lt;&lt;\s?[\p{L}][\p{L}\p{N} _.]{1,40}\s?&gt;&gt;`),
    'Word',
    '<< &lt;&lt;',
  ],
  [
    pattern(
      String.raw`\[/?(?:gallery|caption|embed|audio|video|playlist|shortcode|vc_\w{1,20}|et_\w{1,20}|contact-form-7|woocommerce_\w{1,30})(?:\s[a-z_]{1,20}=[^\][\n]{0,200})?\]`,
    ),
    'WordPress',
    '[',
  ],
  [pattern(String.raw`\$\{[a-z_]{2,30}:[\w.]{1,60}\}`), 'ServiceNow', '${'],
  [pattern(String.raw`(?<![\w#&])##[A-Za-z][A-Za-z_]{2,40}##(?![\w#])`), 'Listrak', '##'],
  [pattern(String.raw`(?<![\p{L}\p{N}_.@/])@(?:first|last|full)?_?name\b`), 'Gmail', '@'],
  [pattern(String.raw`(?<![{$#%])\{\p{Lu}\p{L}{1,20}(?: \p{Lu}\p{L}{1,20}){1,3}\}(?!\})`), 'Airtable', '{'],
  [pattern(String.raw`\bth:(?:text|utext|if|unless|each|href|src)="[^"]{0,200}"`), 'Thymeleaf', 'th:'],
  [pattern(String.raw`class=["']?eloquaemail\b`), 'Eloqua', 'eloquaemail'],
  [
    pattern(String.raw`\[\[\s*@@(?::"[^"\]]{0,60}"|\s*\|[^\]]{0,60}|\s+OR\s+"[^"\]]{0,60}")?\s*\]\]`),
    'another system',
    '[[',
  ],
  [pattern(String.raw`\[[a-z][\p{L}\p{N}_ ]{0,40},\s?fallback=[^\[\]\n]{0,60}\]`), 'Campaign Monitor', 'fallback='],
  [
    pattern(String.raw`#(?:if|elseif|foreach|set)\s?\(\s?[!($][^()\n]{1,200}\)|\$!\{?@@\}?`),
    'Velocity',
    '#if #elseif #foreach #set $!',
  ],
  [pattern(String.raw`(?<![\p{L}\p{N}_.@])@[A-Z][A-Z_]{2,40}@(?![\p{L}\p{N}_@])`), 'Dotdigital', '@'],
  [pattern(String.raw`\[%[-+]?\s*[^%\]]{1,200}%\]`), 'Template Toolkit', '[%'],
  [pattern(String.raw`<%[-=#]?(?:(?!%>)[^<]){0,500}%>`), 'ERB, EJS or SendGrid', '<%'],
  [pattern(String.raw`<\?(?:php\b|=)(?:(?!\?>)[^<]){0,500}(?:\?>)?`), 'PHP', '<?'],
  [
    pattern(String.raw`</?[#@][A-Za-z]{2,20}(?:\s[^<>]{0,200})?/?>|\$\{@@![^{}\n]{0,60}\}`),
    'FreeMarker',
    '<# <@ </# </@ ${',
  ],
  [pattern(String.raw`[$#!]\{\s*@@(?:\([^(){}]{0,60}\))?\s*\}`), 'JavaScript, Java or Ruby', '{'],
  [
    pattern(
      String.raw`(?<![\w%/=?&-])%(?:recipient(?:_\w{1,30})?|unsubscribe_url|tag_unsubscribe_url|mailing_list_unsubscribe_url|[A-Z][A-Z_]{2,40}|[a-z]+[._][a-z_.]{1,40})(?:\.@@)?%`,
    ),
    'Mailgun and others',
  ],
  [
    pattern(
      String.raw`\[(?:(?:FIRST|LAST|FULL|USER|COMPANY|CLIENT|CUSTOMER)[ _]?NAME|F?L?NAME|EMAIL|UNSUBSCRIBE|[A-Z]+_[A-Z_]{2,40})\]`,
    ),
    'another system',
    '[',
  ],
  [pattern(String.raw`@(?:Model|ViewBag|ViewData)\.@@|@(?:if|foreach|for)\s?\([^()\n]{1,200}\)\s*\{`), 'Razor', '@'],
  [
    pattern(
      String.raw`[«‹](?=[^»›]{0,64}(?:_|\p{Ll}\p{Lu}))\s?@@\s?[»›]|&laquo;(?=[^&]{0,64}(?:_|\p{Ll}\p{Lu}))\s?@@\s?&raquo;|<<\s?@@\s?>>|&lt;&lt;\s?@@\s?&gt;&gt;`,
    ),
    'Word',
    '« ‹ &laquo; << &lt;&lt;',
  ],
  [pattern(String.raw`(?<![\w{])\{\$@@(?:\|[^{}]{0,60})?\}(?!\})`), 'Smarty', '{$'],
  [pattern(String.raw`(?<![\p{L}\p{N}_])__[A-Z][A-Z_]{1,40}__(?![\p{L}\p{N}_])`), 'another system', '__'],
  [pattern(String.raw`(?<![\p{L}\p{N}_&;#])##?[A-Z][A-Z_]{2,40}##?(?![\p{L}\p{N}_;-])(?<=#)`), 'another system', '#'],
  [
    pattern(String.raw`(?<![^\s>])-(?:[a-z]+(?:_[a-z_]{2,30}|[A-Z][A-Za-z]{1,30})|[A-Z]+_[A-Z_]{2,30})-(?![^\s<,.!])`),
    'SendGrid of old',
  ],
  [betweenSigns, 'another system'],
  [pattern(String.raw`(?<![^\s>])~[\p{L}_][\p{L}\p{N}_.]{1,40}~(?![^\s<,.!])`), 'another system', '~'],
]

/** What programs and shells write for a value; in samples of code it is meant to be read. */
const ofPrograms: typeof systems = [
  [pattern(String.raw`(?<![{$\w#%])\{\d{1,2}(?:[:,][^{}\n]{1,30})?\}(?!\})`), 'Java or C#', '{'],
  [pattern(String.raw`(?<![^\s>("'])%[sd](?![\w%])`), 'printf', '%'],
  [pattern(String.raw`(?<![\w$])\$[A-Z]{2,20}_[A-Z_]{2,30}(?![\w$/])`), 'a shell', '$'],
  [
    pattern(String.raw`(?<![\w$€])\$(?:[a-z]{2,30}[_.-])[a-z][a-zA-Z_]{2,40}\$?(?![\w$/])`),
    'SugarCRM, vTiger or Velocity',
    '$',
  ],
]

/** Tags that only another system would fill, and values that are named as its statements are. */
export const foreignTags: Rule = ({ checked, tell }) => {
  const faulty = new Set(checked.faults.map(({ location }) => `${location?.field} ${location?.start}`))
  for (const parsed of checked.fields) {
    const { field } = parsed
    for (const { kind, body, start, end } of parsed.tags) {
      const foreign = kind === 'value' || kind === 'raw' ? foreignWords(body) : undefined
      if (foreign === undefined || faulty.has(`${field.name} ${start}`)) continue
      tell('foreign_tag', field, [start, end], {
        message: `This is a tag of ${foreign.system}; here it is a value of that name.`,
        hint: foreign.hint,
        feature: foreign.system,
      })
    }
    const taken: boolean[] = []
    let told = 0
    const find = (words: string, of: typeof systems): void => {
      for (const [expression, system, signs] of of) {
        if (signs !== undefined && !signs.split(' ').some((sign) => words.includes(sign))) continue
        for (const { 0: tag, index } of words.matchAll(expression)) {
          if (taken[index] === true) continue
          for (let at = index; at < index + tag.length; at += 1) taken[at] = true
          const meant = told++ < mostMeant ? meantTag(tag) : undefined
          tell('foreign_tag', field, [index, index + tag.length], {
            message: `This is a tag of ${system}; it will be sent as it is.`,
            feature: system,
            ...(meant === undefined ? {} : { hint: `Write ${meant}.` }),
          })
        }
      }
    }
    find(wordsOutsideStyles(parsed), systems)
    find(wordsOutsideCode(parsed), ofPrograms)
  }
}
