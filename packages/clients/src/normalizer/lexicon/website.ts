export const website: readonly string[] = [
  'url|homepage|web page|web address|website url|company domain name|website 1 value|webseite|internetseite',
  'site web|site internet|sitio web|página web|sito|sito web|webpagina|strona www|www|web|internetadresse',
  'adresse internet|hemsida|hjemmeside|webové stránky|site da empresa|personal web page|company website',
  'indirizzo web|websites|urls|website address|strona sieci web',
  'kotisivu|verkkosivu|www-sivu|www-osoite|verkkosivut|nettisivu',
  'honlap|weboldal|weblap|honlap címe',
  'web sitesi|web adresi|internet sitesi|web sayfası',
  'сайт|веб-сайт|адрес сайта|интернет-сайт',
  'ウェブサイト|ホームページ|webサイト|hp|サイトurl|ホームページurl',
  'web addr|web url|homepage url|web page url',
  'webbplats|nettside|hjemmeside url|sito internet|pagina internet|strona internetowa|internetová stránka',
  'website link',
]
