import type { Finding, JsonObject } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { expect, it } from 'vitest'
import { docx, type DocxParts, p, table, textBox } from '../testing/docx-builder.ts'
import { createWordTemplates } from '../word-templates.ts'

/** A fault as somebody writes it into a paragraph: what it is, its text, and the codes of which one must be told. */
type Kind = readonly [kind: string, text: string, codes: string, data?: JsonObject]

const kinds: readonly Kind[] = [
  // Tags that are not whole.
  ['no closing brace', 'Dear {firstName,', 'unclosed_tag'],
  ['no opening brace', 'Dear firstName},', 'unopened_tag'],
  ['closed by a square bracket', 'Dear {firstName],', 'unclosed_tag'],
  ['a square bracket before its end', 'Dear {sender.name]},', 'bad_expression'],
  ['opened by a round bracket', 'Dear (firstName},', 'unopened_tag'],
  ['opened twice', 'Dear { {firstName},', 'duplicate_open unclosed_tag'],
  ['closed twice', 'Dear {firstName} },', 'duplicate_close unopened_tag'],
  ['nothing in it', 'Dear { },', 'empty_tag'],
  ['a tag in a tag', 'Dear {first{name}},', 'unclosed_tag unopened_tag duplicate_close'],
  ['braces of another keyboard', 'Dear ｛firstName｝,', 'look_alike_delimiters'],
  // Other engines.
  ['guillemets', 'Dear «first_name»,', 'other_delimiters'],
  ['a bare word in guillemets', 'In the «courts» of', 'other_delimiters'],
  ['square brackets', 'In the [courts] of', 'other_delimiters'],
  ['double square brackets', 'Dear [[firstName]],', 'other_delimiters'],
  ['double angles', 'Dear <<firstName>>,', 'other_delimiters'],
  ['a section in double angles', '<<foreach [in items]>>x<</foreach>>', 'other_delimiters'],
  ['ERB', 'Dear <%firstName%>,', 'other_delimiters'],
  ['ERB that writes', 'Dear <%= firstName %>,', 'other_delimiters'],
  ['plus signs', '+++INS firstName+++', 'other_delimiters'],
  ['a dollar before braces', 'Dear ${firstName},', 'other_delimiters'],
  ['a number sign before braces', 'Dear #{firstName},', 'other_delimiters'],
  ['percentage signs', 'Dear %firstName%,', 'other_delimiters'],
  ['number signs', 'Dear #firstName#,', 'other_delimiters'],
  ['underscores', 'Dear __firstName__,', 'other_delimiters'],
  ['Velocity', 'Dear $client.firstName,', 'other_delimiters'],
  ['Freemarker', '<#list items as item>x</#list>', 'other_delimiters'],
  ['a loop of Velocity', '#foreach($x in $items) x #end', 'other_delimiters'],
  ['a statement of Jinja', '{% if paid %}x{% endif %}', 'foreign_statement'],
  ['a row of Jinja', '{%tr for x in items %}', 'foreign_statement'],
  ['a loop of docx-templates', '{FOR x IN items}', 'foreign_statement'],
  ['the end of a loop of docx-templates', '{END-FOR x}', 'foreign_statement'],
  ['a condition of docx-templates', '{IF paid}', 'foreign_statement'],
  ['a value of docx-templates', '{INS firstName}', 'foreign_statement'],
  ['a condition in words', '{if paid}', 'foreign_statement'],
  ['a loop in words', '{for x in items}', 'foreign_statement'],
  ['an end in words', '{endif}', 'foreign_statement'],
  ['a loop of Smarty', '{foreach $items as $item}', 'foreign_statement bad_expression'],
  ['a variable of Smarty', '{$firstName}', 'foreign_statement'],
  ['the index of Handlebars', '{#items}{@index}{name}{/items}', 'foreign_statement'],
  ['the index of Jinja', '{#items}{loop.index}{name}{/items}', 'foreign_statement'],
  ['the rows of Carbone', '{d.items[i].name}', 'foreign_statement'],
  ['the next row of Carbone', '{d.items[i+1].name}', 'foreign_statement'],
  ['a formatter of Carbone', '{total:formatN(2)}', 'bad_expression'],
  ['a condition of Jinja in one tag', '{first if paid else second}', 'foreign_statement'],
  ['an assignment', '{total = 5}', 'bad_expression'],
  ['other delimiters by a tag', '{=[[ ]]=}', 'unsupported_tag'],
  ['a partial', '{> header}', 'unsupported_tag'],
  ['an unescaped value', '{&firstName}', 'unsupported_tag'],
  ['a field that was typed', '{ MERGEFIELD First_Name }', 'typed_field'],
  ['a typed field with a switch', '{ MERGEFIELD Total \\# "0.00" }', 'typed_field'],
  ['ERB without its line', 'Dear <%- firstName -%>,', 'other_delimiters'],
  ['a short tag of PHP', 'Dear <?= $firstName ?>,', 'other_delimiters'],
  ['a loop of Blade', '@foreach($items as $item) x @endforeach', 'other_delimiters'],
  ['a value of Razor', 'Dear @Model.FirstName {sender.name},', 'other_delimiters'],
  ['a loop of Pandoc', '$for(items)$ x $endfor$', 'other_delimiters'],
  ['a statement of HotDocs', '«IF hasAnnex» x «END IF» {sender.name}', 'other_delimiters'],
  ['a value of HotDocs', 'Dear «Client Name TE», {sender.name}', 'other_delimiters'],
  ['a statement of JSP', '<c:if test="paid">x</c:if>', 'other_delimiters'],
  ['a value of XSLT', 'Dear <xsl:value-of select="name"/> {sender.name}', 'other_delimiters'],
  ['a silent value of Velocity', 'Dear $!{firstName},', 'other_delimiters'],
  ['square brackets with a sign', 'Dear [=client.name] {sender.name},', 'other_delimiters'],
  ['angles of which one is missing', 'Dear <<First_Name> {sender.name},', 'other_delimiters'],
  ['a path of the template behind an at', 'Dear @sender.city {sender.city}', 'other_delimiters'],
  ['tildes', 'Dear ~~first_name~~ {sender.name},', 'other_delimiters'],
  ['a look-up of Handlebars', '{lookup items 0}', 'foreign_statement'],
  ['formatted text of Svelte', '{@html terms}', 'foreign_statement'],
  ['a remainder', '{number % 2}', 'foreign_statement'],
  ['a comparison in words', '{#if status equals "paid"}x{/if}', 'bad_expression'],
  ['a comparison by its short name', '{#if total gt 100}x{/if}', 'foreign_statement'],
  ['a comparison as a call', '{#if (eq status open)}x{/if}', 'foreign_statement'],
  ['a choice in words', '{total gt 100 ? "much" : "little"}', 'foreign_statement'],
  ['a value before its name is given', '{gross} {= gross: net + tax}', 'foreign_statement'],
  ['a statement of ERB', '<% items.each do |i| %>', 'other_delimiters'],
  ['a value of T4', 'Dear <#= name #>,', 'other_delimiters'],
  ['an element in a block of signs', '<# <Content Select="./Name"/> #>', 'other_delimiters'],
  ['a macro of Freemarker', '<@footer text="x"/>', 'other_delimiters'],
  ['the end of a loop of Oracle', '<?end for-each?>', 'other_delimiters'],
  ['a call in double angles', "<<If(State='TX')>>", 'other_delimiters'],
  ['double angles with space', '<< Matter.Client.Name >>', 'other_delimiters'],
  ['double angles around words', 'Dear <<Client Name>>,', 'other_delimiters'],
  ['a question of HotDocs', '«ASK Client»', 'other_delimiters'],
  ['a value of HotDocs with its format', 'On «Signing Date:June 3, 1990»', 'other_delimiters'],
  ['a directive of Angular', '*ngFor="let item of items"', 'other_delimiters'],
  ['a directive of Vue', 'v-for="item in items"', 'other_delimiters'],
  ['a statement of Blade alone', 'x @endif', 'other_delimiters'],
  ['a statement in square brackets', '[forEach select=/items var=i]', 'other_delimiters'],
  ['an element of another namespace', '<wr:out select="/a/b"/>', 'other_delimiters'],
  ['an element that repeats', '<Repeat Select="./Items"/>', 'other_delimiters'],
  ['a name in mirrored signs', 'Dear *|FNAME|*,', 'other_delimiters'],
  ['a value of Python', 'Dear %(name)s,', 'other_delimiters'],
  ['a field of Reporting Services', '=Fields!Name.Value', 'other_delimiters'],
  ['a value of LaTeX with Jinja', '\\VAR{client.name}', 'other_delimiters'],
  ['brackets of another script', 'Dear 【client_name】,', 'other_delimiters'],
  ['square brackets around a tag', 'between [{Party A}] and', 'other_delimiters'],
  ['an at sign before a tag', 'Dear @{firstName},', 'other_delimiters'],
  ['a letter and a sign before a tag', 'By $P{author}', 'other_delimiters'],
  ['braces as HTML has them', 'Dear &#123;firstName&#125;,', 'look_alike_delimiters'],
  ['braces as addresses have them', 'Dear %7BfirstName%7D,', 'look_alike_delimiters'],
  ['a raw value of Blade', '{!! $terms !!}', 'foreign_statement'],
  ['a bare loop', '{item in items}', 'foreign_statement'],
  ['a function of a spreadsheet', '{SUM(items.price)}', 'foreign_statement'],
  ['a condition of a spreadsheet', '{if(paid; "yes"; "no")}', 'literal_braces'],
  ['a helper before its value', '{uppercase sender.phone}', 'foreign_statement'],
  ['a method without brackets', '{sender.phone.toUpperCase}', 'foreign_statement'],
  ['a value by a number', 'Dear {0},', 'constant_text'],
  ['a value of a step', 'Dear {1.name},', 'foreign_statement'],
  ['a statement in braces and brackets', '{[list Items]}', 'literal_braces'],
  ['a field of a total without quotation marks', '{items | sum:price}', 'foreign_statement'],
  ['a loop with an arrow in ERB', '<%= for i <- items do %>', 'other_delimiters'],
  ['a file that Velocity reads', '#parse("footer.vm")', 'other_delimiters'],
  ['a line of Haml', '= client.name if client.paid?', 'other_delimiters'],
  ['an expression of Razor', 'Dear @(Model.Name),', 'other_delimiters'],
  ['a parameter of SQL', 'Dear :client_name,', 'other_delimiters'],
  ['a name between colons', 'Dear :clientName:,', 'other_delimiters'],
  ['half a pair of guillemets', 'Dear «client_name,', 'other_delimiters'],
  ['half a pair of square brackets', 'Dear client_name]],', 'other_delimiters'],
  ['a formatter before a bracket', '{upper (trim name)}', 'foreign_statement'],
  ['a formatter before a word', '{~html terms}', 'foreign_statement'],
  ['a question mark of another keyboard', '{paid ؟ "x" : "y"}', 'literal_braces'],
  ['a name given without its sign', '{total: net + tax}', 'literal_braces'],
  ['a semicolon before an argument', '{total | number;2}', 'literal_braces'],
  ['an operator in a word', '{#if a xor b}x{/if}', 'foreign_statement'],
  ['an operator in capitals', '{#if paid AND signed}x{/if}', 'foreign_statement'],
  ['a negation in capitals', '{#unless NOT paid}x{/unless}', 'foreign_statement'],
  ['an equation in words', '{#if kind is sale}x{/if}', 'foreign_statement'],
  ['what follows in words', '{#if paid then}x{/if}', 'foreign_statement'],
  ['a word without quotation marks', '{#if kind == sale}x{/if}', 'foreign_statement'],
  ['a word without quotation marks in a choice', '{kind != sale ? "a" : "b"}', 'foreign_statement'],
  ['half a choice', '{paid ?}', 'bad_expression'],
  ['a formatter behind a slash', '{reason / upper}', 'foreign_statement'],
  ['a formatter behind an angle', '{reason > upper}', 'foreign_statement'],
  ['a format of text without quotation marks', '{reason | textStyle:bold}', 'wrong_argument'],
  ['a path of the template in braces of code', '{sender.city} {..\\sender.city}', 'literal_braces'],
  ['a condition that is a sum', '{#if paid + signed}x{/if}', 'foreign_statement'],
  ['an ampersand for an operator', '{#if paid & signed}x{/if}', 'foreign_statement'],
  ['a text as the other side of an or', '{#if kind == "sale" or "lease"}x{/if}', 'foreign_statement'],
  ['nothing as another language says it', '{#if kind == NULL}x{/if}', 'foreign_statement'],
  ['true in capitals', '{#if paid == TRUE}x{/if}', 'foreign_statement'],
  ['texts of a choice without quotation marks', '{paid ? yes : no}', 'foreign_statement'],
  ['a date without quotation marks', '{#if due > 2026-01-01}x{/if}', 'foreign_statement'],
  ['a choice with a semicolon', '{paid ? "yes" ; "no"}', 'literal_braces'],
  ['a formatter behind an arrow', '{fee => currency}', 'literal_braces'],
  ['a formatter behind a word', '{fee as currency}', 'foreign_statement'],
  ['one of a list with a plural of its own', '{#children}{child.name}{/children}', 'foreign_statement'],
  ['a condition about a text', '{#if "paid"}x{/if}', 'foreign_statement'],
  ['a condition about a number', '{#if 1}x{/if}', 'foreign_statement'],
  ['a comparison of two texts', '{#if "kind" == "sale"}x{/if}', 'foreign_statement'],
  ['a comparison of one value', '{#if kind == kind}x{/if}', 'foreign_statement'],
  ['a number with its currency', '{fee + 5€}', 'foreign_statement'],
  ['a number with its unit', '{due + 14 days}', 'foreign_statement'],
  ['a path with a slash', '{sender.city} {sender/city}', 'foreign_statement'],
  ['the other side in capitals', '{#if paid}x{ELSE}y{/if}', 'foreign_statement'],
  ['the other side in another word', '{#if paid}x{otherwise}y{/if}', 'foreign_statement'],
  ['AM behind the hours', '{startsAt | time:"hh:mm am"}', 'wrong_argument'],
  ['a key that is a name', '{sender.city} {sender[city]}', 'foreign_statement'],
  ['the length of a list', '{#deeds}{number}{/deeds}{deeds.length}', 'conflicting_use'],
  ['the first of a list by a word', '{#deeds}{number}{/deeds}{deeds.first.number}', 'conflicting_use'],
  ['a name of a program that begins large', 'Dear <CustomerName>, {sender.name}', 'other_delimiters'],
  ['a field of Dynamics', 'Dear {!contact:fullname;},', 'foreign_statement'],
  ['a field of a form that is signed', '[sig|req|signer1]', 'other_delimiters'],
  ['a name of Typst', 'Dear #client.name,', 'other_delimiters'],
  ['a name of Swift', 'Dear \\(client.name),', 'other_delimiters'],
  ['a name of Visual Basic', 'Dear " & clientName & ",', 'other_delimiters'],
  ['a format of Python', 'Dear {0.name:>10},', 'literal_braces'],
  ['words in doubled signs', 'Dear %%Client Name%%,', 'other_delimiters'],
  ['a name with its formatter in square brackets', 'Dear [[client_name|upper]],', 'other_delimiters'],
  ['bounds in words', '{#if total between 1 and 5}x{/if}', 'foreign_statement'],
  ['an else that is no if', '{#unless a}x{else unless b}y{/unless}', 'foreign_statement'],
  ['square brackets with space', 'Dear [ recipient.name ],', 'other_delimiters'],
  ['a path in underscores', 'Dear __client.name__,', 'other_delimiters'],
  ['a path in underscores and braces', 'Dear {_client.name_},', 'foreign_statement'],
  ['a path of JSONPath', '{$.client.name}', 'foreign_statement'],
  ['a line of Mako', '% for x in items:', 'other_delimiters'],
  ['a line of Cheetah', '#for $x in $items', 'other_delimiters'],
  ['a parameter of a data base', 'Dear @@client_name,', 'other_delimiters'],
  ['a field of a data base', 'Dear [Client Name].[Phone],', 'other_delimiters'],
  ['a cell of a spreadsheet', '=Sheet1!$B$2', 'other_delimiters'],
  ['a column of a spreadsheet', '=Table1[@Name]', 'other_delimiters'],
  ['a name between ampersands', 'Dear &CLIENT-NAME&,', 'other_delimiters'],
  ['what printf puts in', 'Dear %s,', 'other_delimiters'],
  // Names of the template in longer ones.
  ['a word beside a path', 'Dear {Mr sender.name}, {sender.name}', 'foreign_statement'],
  ['two paths side by side', '{sender.name} {sender.name sender.city}', 'foreign_statement'],
  ['a currency beside a name', 'Of {fee} and {fee €}', 'foreign_statement'],
  ['a percentage beside a name', 'Of {rate} and {rate %}', 'foreign_statement'],
  ['the genitive of a path', "{sender.name} and {sender.name's} house", 'foreign_statement'],
  ['two texts with and between', '{sender.name and sender.city}', 'foreign_statement'],
  ['two texts with a slash between', '{sender.name / sender.city}', 'foreign_statement'],
  ['an item outside of its loop', '{#deeds}{number}{/deeds} {deed.number}', 'foreign_statement'],
  ['a value named in a loop alone', '{#deeds}{= half: number / 2}{half}{/deeds} {half}', 'foreign_statement'],
  ['a name given with a slip', '{= grossTotal: net + tax}{grosTotal}', 'similar_name'],
  ['a letter that keyboards lack', '{größe.lang} {größe.lang} {groesse.lang}', 'similar_name'],
  ['words in double square brackets', 'Dear [[Client Name]], {sender.name}', 'other_delimiters'],
  ['a dollar before the name of an account', 'Dear ${Accounts.Account Name}, {sender.name}', 'other_delimiters'],
  ['square brackets and a formatter in braces', 'Dear {[Client.Name|format:"FL"]}', 'literal_braces'],
  // Operators and numbers of conditions.
  ['unlike as Basic has it', '{#if kind <> "sale"}x{/if}', 'bad_expression'],
  ['an operator the wrong way round', '{#if fee => 100}x{/if}', 'bad_expression'],
  ['an operator of Pascal', '{#if kind := "sale"}x{/if}', 'bad_expression'],
  ['a number with its unit in a test', '{#if fee > 100 EUR}x{/if}', 'foreign_statement'],
  ['an answer behind a condition', '{#if paid yes}x{/if}', 'foreign_statement'],
  ['days added by a sign', '{#if due > today + 14}x{/if}', 'foreign_statement'],
  ['an operator of another language', '{#if paid und signed}x{/if}', 'foreign_statement'],
  ['a negation of another language', '{#if nicht paid}x{/if}', 'foreign_statement'],
  ['a text divided by a text', '{#if kind == "sale"/"lease"}x{/if}', 'conflicting_use'],
  ['a total of a field by its path', '{#deeds}{fee}{/deeds}{deeds.fee | sum}', 'conflicting_use'],
  ['a test as a field', '{deeds | filter:"age > 18" | count}', 'wrong_argument'],
  // Expressions.
  ['a call', '{upper(firstName)}', 'bad_expression'],
  ['a method', '{firstName.toUpperCase()}', 'bad_expression'],
  ['one equals sign', '{#if status = "paid"}x{/if}', 'bad_expression'],
  ['half a comparison', '{#if total > }x{/if}', 'bad_expression'],
  ['half a calculation', '{total * }', 'bad_expression'],
  ['half a condition', '{paid ? "yes"}', 'bad_expression'],
  ['a path that ends in a dot', '{client.}', 'bad_expression'],
  ['a path with two dots', '{client..name}', 'bad_expression'],
  ['an empty key', '{items[].name}', 'bad_expression'],
  ['a key that is not closed', '{items[0.name}', 'bad_expression'],
  ['a bracket that is not closed', '{(net + tax}', 'bad_expression'],
  ['a text that is not closed', '{title | default:"none}', 'unclosed_text'],
  ['quotation marks that do not belong together', '{title | default:“n/a„}', 'unlike_quotes'],
  ['a comma', '{city, street}', 'bad_expression unexpected_character'],
  ['a forbidden name', '{client.__proto__}', 'forbidden_name'],
  ['a name nobody may give', '{= $index: 1}', 'unsupported_tag'],
  // Formatters.
  ['an unknown formatter', '{firstName | uper}', 'unknown_formatter'],
  ['a formatter of another engine', '{firstName | toUpperCase}', 'unknown_formatter'],
  ['a pipe to nothing', '{firstName | }', 'bad_expression'],
  ['an argument too few', '{note | truncate}', 'wrong_argument'],
  ['an argument too many', '{firstName | upper:"x"}', 'wrong_argument'],
  ['an argument of another kind', '{total | round:"two"}', 'wrong_argument'],
  ['a currency that is none', '{total | currency:"EURO"}', 'wrong_argument'],
  ['a currency by mistake', '{total | currency:"ERU"}', 'wrong_argument'],
  ['a currency without quotation marks', '{total | currency:EUR}', 'wrong_argument'],
  ['a style without quotation marks', '{signedOn | date:long}', 'wrong_argument'],
  ['a language that is none', '{total | words:"EUR":"english"}', 'wrong_argument'],
  ['a date style that is none', '{signedOn | date:"lnog"}', 'wrong_argument'],
  ['minutes for months', '{signedOn | date:"dd/mm/yyyy"}', 'wrong_argument'],
  ['a zone that is none', '{signedOn | date:"long":"Berlin"}', 'wrong_argument'],
  ['a picture without a place', '{total | picture:"abc"}', 'wrong_argument'],
  ['a bar code that is none', '{code | barcode:"ean31"}', 'wrong_argument'],
  ['a size that is none', '{photo | image:"wide"}', 'wrong_argument'],
  ['a direction that is none', '{#items | sort:"name":"up"}{name}{/items}', 'wrong_argument'],
  ['a country that is none', '{mobile | phone:"national":"Germany"}', 'wrong_argument'],
  ['a number of what is text', '{total | currency | round}', 'wrong_argument'],
  ['a list of what is text', '{firstName | upper | join}', 'wrong_argument'],
  ['a formatter behind a picture', '{%photo | upper}', 'wrong_argument'],
  ['a date of a picture', '{%photo | date:"long"}', 'wrong_argument'],
  ['a date of a count', '{items | count | date}', 'wrong_argument'],
  ['a date of a total', '{items | sum:"price" | date:"long"}', 'wrong_argument'],
  ['a format that is no style', '{total | textStyle:"boldd"}', 'unknown_style'],
  ['a table style that is none', '{rows | table:"Tabel Grid"}', 'unknown_style'],
  ['a policy that is none', '{note | missing:"empty"}', 'wrong_argument'],
  ['months for minutes', '{startsAt | time:"HH:MM"}', 'wrong_argument'],
  ['an operator that is none', '{items | filter:"price":"~":5 | count}', 'wrong_argument'],
  ['a sign that no name has', '{first name; last name}', 'literal_braces'],
  ['a label in the name', '{Bank: IBAN}', 'literal_braces'],
  ['a quotation mark alone', '{"firstName}', 'literal_braces'],
  ['an apostrophe in single marks', "{'It's late'}", 'literal_braces'],
  ['one equals sign before texts', '{paid = 1 ? "x" : "y"}', 'bad_expression'],
  ['a name in quotation marks', 'Dear {"client.name"}', 'constant_text'],
  ['a field of Salesforce', 'Dear {!Account.Name}', 'foreign_statement'],
  ['a remark of SQL', '{-- client.name}', 'foreign_statement'],
  ['dollar and round brackets', 'Dear $(firstName),', 'other_delimiters'],
  ['single angles', 'Dear <first_name>,', 'other_delimiters'],
  ['bars', 'Dear |firstName|,', 'other_delimiters'],
  ['angles with a question mark', 'Dear <?first_name?>,', 'other_delimiters'],
  ['single angles around names that begin large', 'Dear <First_Name>,', 'other_delimiters'],
  ['a block of OpenTBS', '[items.name;block=tbs:row]', 'other_delimiters'],
  ['a path of the template in any signs', 'Dear ::sender.name:: {sender.name}', 'other_delimiters'],
  ['a name of a program in doubled signs', 'Dear &&first_name&&', 'other_delimiters'],
  ['a field pasted as text', 'Dear MERGEFIELD First_Name', 'typed_field'],
  ['a remark of Smarty', 'Dear {* note *}', 'foreign_statement'],
  ['a remark that is a condition', 'Dear {!paid ? "x" : "y"}', 'foreign_statement'],
  ['a remark that is a path of the template', '{sender.city} {!sender.city}', 'foreign_statement'],
  ['two bars before a formatter', 'Dear {firstName || upper}', 'foreign_statement'],
  ['a counter of a program', '{items[i+1].name}', 'foreign_statement'],
  ['an item by the name of its list', '{#each items}{items.name}{/each}', 'foreign_statement'],
  ['a word in quotation marks', 'Dear {"client"}', 'constant_text'],
  ['a field of Word with a switch', '{ DATE \\@ "dd.MM.yyyy" }', 'typed_field'],
  ['a number of another locale', '{1.000,50 | currency}', 'literal_braces'],
  ['a text put before a name', '{"Dear " firstName}', 'literal_braces'],
  ['texts joined as in a spreadsheet', '{"Dear " & firstName}', 'literal_braces'],
  // Sections.
  ['items by the path of their list', '{#partners}{partners.name}{/partners}', 'foreign_statement'],
  ['a condition about nothing', '{#if}x{/if}', 'foreign_statement'],
  ['a row where there is none', '{-w:tr lines}{what}{/lines}', 'loop_position_invalid'],
  ['a name for the item', '{#each item in items}{item.name}{/each}', 'foreign_statement'],
  ['an item by a name', '{#items}{item.name}{/items}', 'foreign_statement'],
  ['a section that stays open', '{#hasAnnex}See the annex.', 'unclosed_section'],
  ['a section that was never opened', 'See the annex.{/hasAnnex}', 'unopened_section'],
  ['a section closed by another name', '{#hasAnnex}See the annex.{/hasAnex}', 'section_mismatch'],
  ['sections that cross', '{#hasAnnex}See {#isLong}all of{/hasAnnex} it{/isLong}', 'crossing_sections'],
  ['an else outside', 'See {else} it', 'misplaced_else'],
  ['two else', '{#hasAnnex}a{else}b{else}c{/hasAnnex}', 'misplaced_else'],
  ['a section of nothing', 'See {#hasAnnex}{/hasAnnex}it', 'empty_section'],
  ['a section without a name', 'See {#}it{/}', 'bad_expression'],
  ['the place in a loop outside of one', 'No. {$index}', 'outside_loop'],
  ['an item outside of a loop', 'No. {.}', 'outside_loop'],
  ['further out than there is', 'No. {../number}', 'outside_loop'],
  // Names.
  ['a section over one of its list', '{#deeds}{number}{/deeds}{#deed}{number}{/deed}', 'similar_name'],
  ['a name in the genitive', "{sender.town} {sender's town}", 'similar_name'],
  ['a field of a list as a whole', '{#each deeds}{number}{/each} {deeds.number}', 'conflicting_use'],
  ['a name in another case', '{client.Name} and {client.name} and {client.name}', 'similar_name'],
  ['a field of a total with a slip', '{#rows}{what} {weight}{/rows}{rows | sum:"wieght"}', 'similar_name'],
  ['a field of an order with a slip', '{#rows | sort:"wieght"}{what} {weight}{/rows}', 'similar_name'],
  ['a field of groups with a slip', '{#rows | groupBy:"colur"}{key}{#items}{colour}{/items}{/}', 'similar_name'],
  ['a name with a slip', '{client.adress} {client.address} {client.address}', 'similar_name'],
  ['a text and an object', '{party} of {party.country}', 'conflicting_use'],
  ['a text and a section', '{landlords}: {#landlords}{fullName}{/landlords}', 'conflicting_use'],
  ['a list and a date', '{#each terms}{.}{/each} {terms | date}', 'conflicting_use'],
  // Data.
  ['a value that the data lacks', 'Dear {givenName},', 'missing_value', { given_name: 'A' }],
  ['a date that is none', 'On {signedOn | date}', 'wrong_kind', { signedOn: 'soon' }],
  ['a number that is none', 'Of {total | currency}', 'wrong_kind', { total: 'much' }],
  ['a list as a text', 'By {names}', 'wrong_kind', { names: ['a'] }],
  ['an object as a text', 'By {person}', 'wrong_kind', { person: { name: 'a' } }],
  ['a text as a list', '{#lines}{amount}{/lines}', 'wrong_kind', { lines: 'none' }],
  [
    'a field that no item has',
    'Of {lines | sum:"amuont"}',
    'wrong_kind wrong_argument missing_value',
    { lines: [{ amount: 1 }] },
  ],
  [
    'a currency of the data that is none',
    'Of {due | currency}',
    'wrong_kind',
    { due: { amount: 1, currency: 'Euro' } },
  ],
  [
    'an order by a field that no item has',
    '{#lines | sort:"amuont"}{amount}{/lines}',
    'wrong_argument',
    { lines: [{ amount: 1 }] },
  ],
  ['an order of a text', '{#if total > 5}x{/if}', 'wrong_kind', { total: 'many' }],
  ['a flag that equals a text', '{#if paid == "true"}x{/if}', 'wrong_kind', { paid: true }],
  ['a text that equals a number', '{#if kind == 3}x{/if}', 'wrong_kind', { kind: 'sale' }],
  ['a name without its vowels', 'By {prtnr.fullName}', 'missing_value', { partner: { fullName: 'A' } }],
  ['an order of an object', '{#if due > "2026-01-01"}x{/if}', 'wrong_kind', { due: { year: 2026 } }],
  ['a list that equals a number', '{#if rooms == 3}x{/if}', 'wrong_kind', { rooms: [3] }],
  ['a path through a list of the data', '{heirs.name}', 'missing_value', { heirs: [{ name: 'A' }] }],
  ['a page as a document', '{annex | document}', 'invalid_value', { annex: '<p>Annex</p>' }],
  ['a PDF as a document', '{annex | document}', 'invalid_value', { annex: 'data:application/pdf;base64,JVBERi0xLjQK' }],
  ['a division by zero', '{net / count}', 'wrong_kind', { net: 1, count: 0 }],
  ['a text too long for a QR code', '{code | qr}', 'invalid_value', { code: 'x'.repeat(3000) }],
  [
    'a group by a field that no item has',
    '{#rows | groupBy:"kind"}{key}{/rows}',
    'wrong_argument',
    { rows: [{ n: 1 }] },
  ],
  ['a filter by a field that no item has', '{#rows | filter:"open"}{n}{/rows}', 'wrong_argument', { rows: [{ n: 1 }] }],
  ['a numeral out of its bounds', 'Annex {annex | roman}', 'wrong_kind', { annex: 5000 }],
  ['a color of the data that is none', '{n | textColor:tint}', 'wrong_argument', { n: 1, tint: 'reddish' }],
  ['a picture that is no base64', '{%photo}', 'invalid_value', { photo: 'data:image/png;base64,@@' }],
  ['a picture that is cut off', '{%photo}', 'invalid_value', { photo: 'data:image/png;base64,iVBORw0KGgo=' }],
  ['a text that says no', '{#if paid}x{/if}', 'wrong_kind', { paid: 'false' }],
  ['a picture that is markup', '{%photo}', 'invalid_value', { photo: '<img src="x.png">' }],
  ['an IBAN that is none', 'To {iban | iban}', 'wrong_kind', { iban: 'DE00' }],
  // Names that stand in the text.
  ['a path of the template without braces', 'Dear sender.city, {sender.city}', 'other_delimiters'],
  ['a path of the template behind a line', '____sender.city____ {sender.city}', 'other_delimiters'],
  ['a name of the template in the text', 'By matterNo of {matterNo}', 'other_delimiters'],
  ['a name of the template in capitals', 'Of [LANDLORD] and {landlord}', 'other_delimiters'],
  ['a name of two words', 'Of <Tenant Name> and {tenant_name}', 'other_delimiters'],
  ['a name between unlike brackets', 'Of <guarantor] and {guarantor}', 'other_delimiters'],
  ['a name with an invitation', 'Of [insert the guarantor here] and {guarantor}', 'other_delimiters'],
  ['a name behind a percentage sign', 'Of %guarantor and {guarantor}', 'other_delimiters'],
  ['a name of the data in brackets', 'Of [Purchase Price] net', 'other_delimiters', { purchasePrice: 1 }],
  ['a name of the data in the text', 'Of grossRent each', 'other_delimiters', { grossRent: 1 }],
  ['a field of items of the data in the text', 'Of lineTotal each', 'other_delimiters', { lines: [{ lineTotal: 1 }] }],
  // Of other alphabets and keyboards.
  ['a letter of another alphabet in a name', 'Dear {\u0441lient.name} {sender.name}', 'foreign_statement'],
  ['a space behind a dot of a path', 'Dear {sender. city} {sender.city}', 'foreign_statement'],
  ['words in double angles that begin small', 'Dear <<Client full name>> {sender.name}', 'other_delimiters'],
  ['a picture of Aspose', '<<image [photo] -fitSize>>', 'other_delimiters'],
  ['what Word shows of a rule', '«Next Record» {sender.name}', 'typed_field'],
  ['what Word shows of a block', '«Greeting Line»', 'typed_field'],
  ['a method of a text', '{", ".join(names)}', 'literal_braces'],
  ['a negation of nothing', '{#if not}x{/if}', 'foreign_statement'],
  ['an operator without its value', '{deeds | filter:"fee":">" | count}', 'wrong_argument'],
  ['a table style by its number', '{deeds | table:5}', 'unknown_style'],
  ['a scope of Handlebars', '{#with sender}{name}{/}', 'foreign_statement'],
  ['a choice of another engine', '{#switch kind}x{/}', 'foreign_statement'],
  ['a picture of somebody’s computer', '{%photo}', 'invalid_value', { photo: 'C:\\Pictures\\logo.png' }],
  // Names of several words.
  ['a section in words', '{start heirs}{share}{end heirs}', 'foreign_statement'],
  ['a section in words behind its list', '{heirs begin}{share}{heirs stop}', 'foreign_statement'],
  ['a formatter before a value of the template', '{fee} {words fee}', 'foreign_statement'],
  ['a formatter before a value', 'Of {currency fee}', 'foreign_statement'],
  ['a line to write on', 'On {______}', 'foreign_statement'],
  ['the code of a field with a slip', '{ MERGEFEILD LastName }', 'foreign_statement'],
  ['words in another order', '{dateOfBirth} {dateOfBirth} {birthDateOf}', 'similar_name'],
  ['the second of two letters missing', '{witness} {witness} {witnes}', 'similar_name'],
  ['a section in itself', '{#heirs}{#heirs}{name}{/heirs}{/heirs}', 'foreign_statement'],
  ['a section negated twice', '{^unless paid}x{/unless}', 'foreign_statement'],
  ['raw XML in a sentence', 'Dear {@lastName},', 'raw_xml'],
  ['a section in square brackets', '{[#heirs]}', 'literal_braces'],
  // Other engines.
  ['a value with its format', '<<[client.Name]:"upper">>', 'other_delimiters'],
  ['a name with its label', '[[ Client|name ]]', 'other_delimiters'],
  ['a code of a page of the web', '[25 show="first"]', 'other_delimiters'],
  ['a column in quotation marks', '[Clients."Name"]', 'other_delimiters'],
  ['the end of an element', 'x</value-of>', 'other_delimiters'],
  ['a path between dollars', 'Dear $$Client.Name$$', 'other_delimiters'],
  ['angles around a tag', '<<cs_{paid}>>', 'other_delimiters'],
  ['braces of mathematics', 'Dear ⦃client⦄', 'look_alike_delimiters'],
  // Data.
  ['a picture of which half is there', '{%seal}', 'invalid_value', { seal: '<svg xmlns="x"><g><path d="M0 0"/>' }],
  ['a text that says no in German', '{#if paid}x{/if}', 'wrong_kind', { paid: 'Nein' }],
]

/** Where the fault stands: the part, and its paragraph in it. */
interface Placed {
  readonly parts: DocxParts
  readonly part: string
  readonly paragraph: number
}

const letter = [p('Ada & Co.', 'Heading1'), p('{sender.name}, {sender.city}'), p('Dear Ms {recipient.lastName},')]
const clauses = [
  p('Non-Disclosure Agreement', 'Heading1'),
  p('between {discloser.company} and {receiver.company}'),
  p('{#obligations}'),
  p('{title}: {text}'),
  p('{/obligations}'),
]
const invoice = table(['Item', 'Price'], ['{#positions}{what}', '{price | currency}{/positions}'])

/** The templates that a fault is put into, in their turn. */
export const shapes: readonly ((xml: string) => Placed)[] = [
  (xml) => ({ parts: { body: letter.join('') + xml + p('Yours, {sender.name}') }, part: 'Body', paragraph: 4 }),
  (xml) => ({ parts: { body: clauses.join('') + xml + p('Signed') }, part: 'Body', paragraph: 6 }),
  (xml) => ({
    parts: {
      body:
        p('Invoice {invoice.no}') +
        invoice +
        `<w:tbl><w:tr><w:tc>${p('Note')}</w:tc><w:tc>${xml}</w:tc></w:tr></w:tbl>`,
    },
    part: 'Body',
    paragraph: 7,
  }),
  (xml) => ({ parts: { body: letter.join(''), header: p('{sender.name}') + xml }, part: 'Header 1', paragraph: 2 }),
  (xml) => ({ parts: { body: clauses.join(''), footer: xml }, part: 'Footer 1', paragraph: 1 }),
  (xml) => ({ parts: { body: letter.join('') + textBox(p('{sender.phone}'), xml) }, part: 'Body', paragraph: 6 }),
  (xml) => ({
    parts: { body: letter.join(''), footnotes: `<w:footnote w:id="1">${xml}</w:footnote>` },
    part: 'Footnotes',
    paragraph: 1,
  }),
]

const whole: JsonObject = {
  sender: { name: 'a', city: 'b', phone: 'c' },
  recipient: { lastName: 'd' },
  discloser: { company: 'e' },
  receiver: { company: 'f' },
  obligations: [{ title: 'g', text: 'h' }],
  positions: [{ what: 'i', price: 1 }],
  invoice: { no: 1 },
}

const templates = createWordTemplates()
const { signal } = new AbortController()
const context = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 }

/** As Word stores a text that somebody went over again: in three runs. */
const split = (text: string): readonly string[] => {
  const third = Math.ceil(text.length / 3)
  return [text.slice(0, third), text.slice(third, 2 * third), text.slice(2 * third)]
}

export const inspect = async (parts: DocxParts, data?: JsonObject): Promise<readonly Finding[]> =>
  (
    await templates.inspect(
      vettedForTest(docx(parts), 'docx'),
      { ...context, ...(data === undefined ? {} : { data: { ...whole, ...data } }) },
      { signal },
    )
  ).findings

/**
 * That faults of all kinds are found.
 * @param areSplit whether Word has split the one of this number over runs; it stands in another template then
 */
export function seededKinds(areSplit: (index: number) => boolean): void {
  it('finds faults of all kinds in all shapes of templates, at their place and with a hint', async () => {
    const missed: string[] = []
    let count = 0
    for (const [index, [kind, text, codes, data]] of kinds.entries()) {
      const isSplit = areSplit(index)
      const shape = shapes[(index + (isSplit ? 3 : 0)) % shapes.length]
      if (shape === undefined) continue
      const { parts, part, paragraph } = shape(p(isSplit ? split(text) : text))
      const findings = await inspect(parts, data)
      const wanted = codes.split(' ')
      const found = findings.some(
        ({ code, severity, hint, location }) =>
          wanted.includes(code) &&
          severity !== 'info' &&
          (hint ?? '') !== '' &&
          location?.part === part &&
          location.paragraph === paragraph,
      )
      count++
      if (!found)
        missed.push(
          `${kind} in ${part}: ${findings.map(({ code, severity, location, hint }) => `${severity} ${code} ${location?.part}/${location?.paragraph} ${hint === undefined ? 'no hint' : ''}`).join(', ')}`,
        )
    }
    process.stdout.write(`Seeded faults: ${count - missed.length} of ${count} found, of ${kinds.length} kinds.\n`)
    expect(kinds.length).toBeGreaterThanOrEqual(35)
    expect(missed).toEqual([])
  })
}

/** As `npm test` has them: every second one. */
export const isUsuallySplit = (index: number): boolean => index % 2 === 1
