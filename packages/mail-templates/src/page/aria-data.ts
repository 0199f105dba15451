const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '))

/** Roles whose elements mean something only in certain others (WAI-ARIA 1.2, "required context role"). */
export const homesOfRoles: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['listitem', setOf('list directory')],
  ['option', setOf('listbox group combobox')],
  ['tab', setOf('tablist')],
  ['menuitem', setOf('menu menubar group')],
  ['menuitemcheckbox', setOf('menu menubar group')],
  ['menuitemradio', setOf('menu menubar group')],
  ['treeitem', setOf('tree group')],
  ['row', setOf('table grid treegrid rowgroup')],
  ['rowgroup', setOf('table grid treegrid')],
  ['cell', setOf('row')],
  ['gridcell', setOf('row')],
  ['columnheader', setOf('row')],
  ['rowheader', setOf('row')],
])

/** What roles are made of (WAI-ARIA 1.2, "required owned elements"). */
export const partsOfRoles: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['list', setOf('listitem')],
  ['listbox', setOf('option')],
  ['tablist', setOf('tab')],
  ['menu', setOf('menuitem menuitemcheckbox menuitemradio')],
  ['menubar', setOf('menuitem menuitemcheckbox menuitemradio')],
  ['tree', setOf('treeitem')],
  ['radiogroup', setOf('radio')],
  ['table', setOf('row')],
  ['grid', setOf('row')],
  ['row', setOf('cell gridcell columnheader rowheader')],
])

/** The attribute without which a role says nothing (WAI-ARIA 1.2, "required states and properties"). */
export const attributesOfRoles: ReadonlyMap<string, string> = new Map([
  ['checkbox', 'aria-checked'],
  ['radio', 'aria-checked'],
  ['switch', 'aria-checked'],
  ['menuitemcheckbox', 'aria-checked'],
  ['menuitemradio', 'aria-checked'],
  ['slider', 'aria-valuenow'],
  ['meter', 'aria-valuenow'],
  ['scrollbar', 'aria-valuenow'],
  ['combobox', 'aria-expanded'],
])

/** Roles that screen readers announce by a name alone. */
export const namedRoles = setOf('img image dialog alertdialog meter progressbar')

/** The role of an element that has none written, as far as others refer to it. */
export const rolesOfElements: ReadonlyMap<string, string> = new Map([
  ['ul', 'list'],
  ['ol', 'list'],
  ['menu', 'list'],
  ['li', 'listitem'],
  ['select', 'listbox'],
  ['option', 'option'],
  ['table', 'table'],
  ['tr', 'row'],
  ['tbody', 'rowgroup'],
  ['thead', 'rowgroup'],
  ['tfoot', 'rowgroup'],
  ['td', 'cell'],
  ['th', 'columnheader'],
])

const yesOrNo = setOf('true false')
const yesNoOrUnsaid = setOf('true false undefined')
const yesNoOrMixed = setOf('true false mixed undefined')

/** Words that attributes of WAI-ARIA may have (1.2, 6.6). */
export const wordsOfAria: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...'atomic busy disabled modal multiline multiselectable readonly required'
    .split(' ')
    .map((name) => [`aria-${name}`, yesOrNo] as const),
  ['aria-hidden', yesNoOrUnsaid],
  ['aria-expanded', yesNoOrUnsaid],
  ['aria-selected', yesNoOrUnsaid],
  ['aria-checked', yesNoOrMixed],
  ['aria-pressed', yesNoOrMixed],
  ['aria-autocomplete', setOf('inline list both none')],
  ['aria-current', setOf('page step location date time true false')],
  ['aria-haspopup', setOf('true false menu listbox tree grid dialog')],
  ['aria-invalid', setOf('grammar spelling true false')],
  ['aria-live', setOf('off polite assertive')],
  ['aria-orientation', setOf('horizontal vertical undefined')],
  ['aria-sort', setOf('ascending descending none other')],
])

/** Attributes of WAI-ARIA that are whole numbers. */
export const countsOfAria = setOf(
  'aria-level aria-posinset aria-setsize aria-colcount aria-colindex aria-colspan aria-rowcount aria-rowindex aria-rowspan',
)

/** Attributes of WAI-ARIA that belong to certain roles (1.2, 6.3): on mere words they say nothing. */
export const ofWidgets = setOf(
  'aria-activedescendant aria-autocomplete aria-checked aria-expanded aria-modal aria-multiline aria-multiselectable aria-placeholder aria-pressed aria-readonly aria-required aria-selected aria-valuemax aria-valuemin aria-valuenow aria-valuetext',
)
/** Elements of mere words, which have no role of such. */
export const withoutState = setOf(
  'address article b blockquote body center dd div dl dt em font footer h1 h2 h3 h4 h5 h6 header html i main nav ol p section small span strong u ul',
)

/** The role that an element has anyhow; of lists and tables it is written on purpose, since styles take it from them. */
export const ownRoles: ReadonlyMap<string, string> = new Map([
  ['article', 'article'],
  ['button', 'button'],
  ['form', 'form'],
  ['hr', 'separator'],
  ['img', 'img'],
  ['main', 'main'],
  ['nav', 'navigation'],
  ['p', 'paragraph'],
  ['select', 'listbox'],
  ['textarea', 'textbox'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, 'heading'] as const),
])
