export const honorific: readonly string[] = [
  'salutation|prefix|name prefix|courtesy title|mr mrs|N.prefix|anrede|akademischer titel|civilité|tratamiento',
  'tratamento|aanhef|aanspreektitel|zwrot grzecznościowy|título de cortesía|voorvoegsel titel|tilltal|osloveni',
  'anredeform|academic title|formule|honorific prefix|honorific title',
  'puhuttelu|arvo|oppiarvo',
  'megszólítás|titulus',
  'hitap|unvan kısaltma|sayın',
  'обращение',
  '敬称|称号',
  'sal|salut|mr ms|title prefix',
  'titre de civilité|título de tratamiento|titul před|titul před jménem|titel voor de naam',
  'civ|cortesia',
  'titel akad grad',
]
