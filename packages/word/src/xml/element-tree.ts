export {
  childOf,
  elementsOf,
  elementTree,
  replaceStretches,
  textOfElement,
  type XmlElement,
} from '@chancery/formats/xml'
