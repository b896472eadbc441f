import { createRequire } from 'node:module'
import type { Document, Element } from '@xmldom/xmldom'
import { type DocumentNode, isMapping, isObject, setOwn } from '../json-pointer.ts'
import { branchesOf, compileTyped, membersIn, namesIn, type PointerView, shapesOf } from './typed-text.ts'

// Few documents have XML, so the library is loaded by the first that does.
const require = createRequire(import.meta.url)
const library = (): typeof import('@xmldom/xmldom') => require('@xmldom/xmldom')

/** Elements in one another. */
const maxLevels = 500

const instance = 'http://www.w3.org/2001/XMLSchema-instance'
const notInXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

type NodeType = 'element' | 'attribute' | 'text' | 'cdata' | 'none'

/** How a value stands in XML, by the XML Object of its schema: that of OpenAPI 3.2, or an older one. */
interface XmlForm {
  type: NodeType
  name: string | undefined
  prefix: string | undefined
  namespace: string | undefined
}

function formOf(view: PointerView, schema: string): XmlForm {
  const owners = [schema, ...branchesOf(view, schema, ['allOf'])].map((one) => view.nodeOf(one))
  const { xml } = owners.find((node) => isMapping(node.xml)) ?? {}
  const { nodeType, attribute, wrapped, name, prefix, namespace } = Object(xml) as DocumentNode
  const usual = attribute === true ? 'attribute' : isList(view, schema) && wrapped !== true ? 'none' : 'element'
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  return {
    type: (text(nodeType) as NodeType | undefined) ?? usual,
    name: text(name),
    prefix: text(prefix),
    namespace: text(namespace),
  }
}

function isList(view: PointerView, schema: string): boolean {
  return shapesOf(view, schema)[0] === 'list'
}

/** The name of an element or attribute, and that of the elements of a list. */
function namesOf(view: PointerView, schema: string, key: string) {
  const form = formOf(view, schema)
  const own = form.name ?? key
  // A list without an element has no use for a name.
  return { form, own, ofItems: form.type === 'none' ? key : own }
}

function itemsOf(view: PointerView, schema: string): string | undefined {
  const owner = [schema, ...branchesOf(view, schema)].find((one) => isObject(view.nodeOf(one).items))
  return owner === undefined ? undefined : view.partOf(owner, 'items')
}

/**
 * Writes a value as XML by the XML Objects of its schema.
 *
 * @param schema undefined writes each member as an element
 * @param root name of the first element, if the schema has none
 */
export function writeXml(view: PointerView, schema: string | undefined, value: unknown, root: string): string {
  const { DOMImplementation, XMLSerializer } = library()
  const document = new DOMImplementation().createDocument(null, '')
  write(document, schema, value, root, undefined)
  return `<?xml version="1.0"?>${new XMLSerializer().serializeToString(document)}`

  function write(
    parent: Document | Element,
    of: string | undefined,
    value: unknown,
    key: string,
    // Elements of a list have the name of the list, if they have no other.
    owner: Element | undefined,
  ): void {
    const { form, own, ofItems } = of === undefined ? { form: plain, own: key, ofItems: key } : namesOf(view, of, key)
    const isRoot = owner === undefined
    if (Array.isArray(value)) {
      const target = form.type === 'element' || isRoot ? element(parent, own, form) : owner
      const items = of === undefined ? undefined : itemsOf(view, of)
      for (const one of value) write(target, items, one, ofItems, target)
    } else if (form.type === 'attribute' && owner) {
      const name = qualified(own, form)
      if (form.namespace === undefined) owner.setAttribute(name, textOf(value))
      else owner.setAttributeNS(form.namespace, name, textOf(value))
    } else if ((form.type === 'text' || form.type === 'cdata') && owner) {
      const text = textOf(value)
      owner.appendChild(form.type === 'cdata' ? document.createCDATASection(text) : document.createTextNode(text))
    } else {
      const target = form.type === 'none' && owner && isMapping(value) ? owner : element(parent, own, form)
      if (value === null) target.setAttributeNS(instance, 'xsi:nil', 'true')
      else if (isMapping(value))
        for (const [name, member] of Object.entries(value))
          if (member !== undefined)
            write(target, of === undefined ? undefined : membersIn(view, of, name)[0], member, name, target)
          else continue
      else target.appendChild(document.createTextNode(textOf(value)))
    }
  }

  function element(parent: Document | Element, name: string, form: XmlForm): Element {
    const tag = qualified(name, form)
    const made =
      form.namespace === undefined ? document.createElement(tag) : document.createElementNS(form.namespace, tag)
    parent.appendChild(made)
    return made
  }
}

const plain: XmlForm = { type: 'element', name: undefined, prefix: undefined, namespace: undefined }

function qualified(name: string, { prefix }: XmlForm): string {
  const local = name.replaceAll(/[^\p{L}\p{N}_.-]/gu, '_').replace(/^(?![\p{L}_])/u, '_')
  return prefix === undefined ? local : `${prefix}:${local}`
}

function textOf(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
  return text.replaceAll(notInXml, '')
}

/**
 * Reads XML by the XML Objects of a schema. The value has the types of the schema, but is not validated.
 *
 * @param schema undefined gives the text itself
 */
export function readXml(
  view: PointerView,
  schema: string | undefined,
  text: string,
): { value: unknown } | { expected: string } {
  const root = parse(text)
  if (typeof root === 'string') return { expected: root }
  if (schema === undefined) return { value: text }
  const form = formOf(view, schema)
  if (form.name !== undefined && !isNamed(root, form.name, form))
    return { expected: `the root element <${qualified(form.name, form)}>` }
  try {
    return { value: read(schema, root, 0, form.name ?? root.localName ?? '') }
  } catch (error) {
    if (error instanceof RangeError) return { expected: `XML of at most ${maxLevels} levels` }
    throw error
  }

  function read(of: string, element: Element, depth: number, key: string): unknown {
    if (depth > maxLevels) throw new RangeError('too deep')
    if (element.getAttributeNS(instance, 'nil') === 'true') return null
    const children = elementsIn(element)
    const [shape] = shapesOf(view, of)
    if (shape === 'list') return readItems(of, children, key, depth)
    const hasMembers = shape === 'members' || (children.length > 0 && shapesOf(view, of).length > 1)
    return hasMembers ? readMembers(of, element, children, depth) : typed(of, element.textContent)
  }

  /** @param key the name of the elements, if theirs is no other */
  function readItems(of: string, children: readonly Element[], key: string, depth: number): unknown[] {
    const items = itemsOf(view, of)
    if (items === undefined) return children.map(({ textContent }) => textContent)
    return children.map((one) => read(items, one, depth + 1, key))
  }

  function readMembers(of: string, element: Element, children: readonly Element[], depth: number): unknown {
    const used = new Set<Element>()
    const value = readKnown(of, element, children, used, depth)
    for (const [name, same = []] of Object.entries(Object.groupBy(children, ({ localName }) => localName ?? ''))) {
      const rest = same.filter((one) => !used.has(one))
      if (rest.length === 0) continue
      const [member] = membersIn(view, of, name)
      const values = rest.map((one) => (member === undefined ? one.textContent : read(member, one, depth + 1, name)))
      setOwn(value, name, values.length === 1 ? values[0] : values)
    }
    return value
  }

  /** The members that the schema names. Their elements are added to the used ones. */
  function readKnown(
    of: string,
    element: Element,
    children: readonly Element[],
    used: Set<Element>,
    depth: number,
  ): object {
    const value = {}
    for (const name of namesIn(view, of).names) {
      const [member] = membersIn(view, of, name)
      const found = member === undefined ? undefined : readMember(member, name, element, children, used, depth)
      if (found !== undefined) setOwn(value, name, found)
    }
    return value
  }

  function readMember(
    of: string,
    key: string,
    element: Element,
    children: readonly Element[],
    used: Set<Element>,
    depth: number,
  ): unknown {
    const { form, own, ofItems } = namesOf(view, of, key)
    if (form.type === 'attribute') {
      const { namespace = null } = form
      const sent = element.getAttributeNodeNS(namespace, own) ?? element.getAttributeNode(qualified(own, form))
      return sent ? typed(of, sent.value) : undefined
    }
    if (form.type === 'text' || form.type === 'cdata') {
      const texts = Array.from(element.childNodes).filter(({ nodeType }) => nodeType === 3 || nodeType === 4)
      return typed(of, texts.map(({ nodeValue }) => nodeValue).join(''))
    }
    const take = (name: string, by: XmlForm) => {
      const found = children.filter((one) => isNamed(one, name, by))
      for (const one of found) used.add(one)
      return found
    }
    if (form.type === 'none' && isList(view, of)) {
      const items = itemsOf(view, of)
      const itemForm = items === undefined ? plain : formOf(view, items)
      const found = take(itemForm.name ?? ofItems, itemForm)
      return found.length === 0 ? undefined : readItems(of, found, key, depth)
    }
    if (form.type === 'none') {
      const members = readKnown(of, element, children, used, depth + 1)
      return Object.keys(members).length === 0 ? undefined : members
    }
    const found = take(own, form).map((one) => read(of, one, depth + 1, ofItems))
    return found.length > 1 ? found : found[0]
  }

  function typed(of: string, text: string | null): unknown {
    const value = compileTyped(view, of)(text ?? '')
    return typeof value === 'string' && value !== value.trim() ? pick(of, value) : value
  }

  /** Blanks around a value that is no text decide nothing. */
  function pick(of: string, text: string): unknown {
    const trimmed = compileTyped(view, of)(text.trim())
    return typeof trimmed === 'string' ? text : trimmed
  }
}

/** The root element, or what should be there. */
function parse(text: string): Element | string {
  const { DOMParser } = library()
  try {
    const parser = new DOMParser({
      onError: (_, message) => {
        throw new Error(message)
      },
    })
    return parser.parseFromString(text, 'application/xml').documentElement ?? 'well-formed XML'
  } catch {
    return 'well-formed XML'
  }
}

function elementsIn({ childNodes }: Element): Element[] {
  return Array.from(childNodes).filter((node): node is Element => node.nodeType === 1)
}

function isNamed({ localName, namespaceURI }: Element, name: string, { namespace }: XmlForm): boolean {
  return localName === name && (namespace === undefined || namespaceURI === namespace)
}
