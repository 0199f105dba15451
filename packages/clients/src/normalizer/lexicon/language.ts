export const language: readonly string[] = [
  'preferred language|lang|sprache|korrespondenzsprache|langue|idioma|lingua|taal|język|sprache der korrespondenz',
  'langue de correspondance|lingua preferita|idioma preferido|voorkeurstaal|språk|sprog|jazyk|język korespondencji',
  'langue préférée',
  'kieli|asiointikieli|äidinkieli',
  'nyelv|anyanyelv',
  'dil|tercih edilen dil',
  'язык|язык общения',
  '言語|使用言語|希望言語',
  'lang code|pref lang|preferred lang|spr',
  'muttersprache|modersmål|morsmål|langue maternelle|lengua materna|lingua madre|moedertaal|język ojczysty',
  'sprachcode|taalcode|språkkod|sprogkode|språkkode|code langue|kod języka|kielikoodi|nyelvkód|código de idioma',
  'spras|locale|language code|preferred locale',
]
