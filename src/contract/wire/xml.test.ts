import { describe, expect, it } from 'vitest'
import { pointerView } from './schema-views.ts'
import { readXml, writeXml } from './xml.ts'

/** A schema that is its own document. */
const viewOf = (schema: object) => pointerView({ ...schema }, () => true)
const integer = { type: 'integer' }
const string = { type: 'string' }
const lamp = (properties: object, xml?: object) => ({ type: 'object', properties, ...(xml && { xml }) })
const listOf = (items: object, xml?: object) => ({ type: 'array', items, ...(xml && { xml }) })
const head = '<?xml version="1.0"?>'

/** What the standard's chapter on the XML Object shows, by what each row is about: schema, value, text. */
const rows: Record<string, [schema: object, value: unknown, xml: string]> = {
  'members as elements': [
    lamp({ id: integer, on: { type: 'boolean' } }),
    { id: 7, on: true },
    '<lamp><id>7</id><on>true</on></lamp>',
  ],
  'another name': [lamp({ id: { ...integer, xml: { name: 'number' } } }), { id: 7 }, '<lamp><number>7</number></lamp>'],
  'the name of the root': [lamp({ id: integer }, { name: 'Lamp' }), { id: 7 }, '<Lamp><id>7</id></Lamp>'],
  'an attribute': [lamp({ id: { ...integer, xml: { attribute: true } } }), { id: 7 }, '<lamp id="7"/>'],
  'an attribute of 3.2': [lamp({ id: { ...integer, xml: { nodeType: 'attribute' } } }), { id: 7 }, '<lamp id="7"/>'],
  'a namespace and a prefix': [
    lamp({ id: { ...integer, xml: { prefix: 'l', namespace: 'urn:lamps' } } }),
    { id: 7 },
    '<lamp><l:id xmlns:l="urn:lamps">7</l:id></lamp>',
  ],
  'a list that is not wrapped': [
    lamp({ tags: listOf(string) }),
    { tags: ['a', 'b'] },
    '<lamp><tags>a</tags><tags>b</tags></lamp>',
  ],
  'a list whose items have a name': [
    lamp({ tags: listOf({ ...string, xml: { name: 'tag' } }) }),
    { tags: ['a', 'b'] },
    '<lamp><tag>a</tag><tag>b</tag></lamp>',
  ],
  'a wrapped list': [
    lamp({ tags: listOf({ ...string, xml: { name: 'tag' } }, { wrapped: true, name: 'all' }) }),
    { tags: ['a', 'b'] },
    '<lamp><all><tag>a</tag><tag>b</tag></all></lamp>',
  ],
  'a wrapped list of 3.2': [
    lamp({ tags: listOf({ ...string, xml: { name: 'tag' } }, { nodeType: 'element' }) }),
    { tags: ['a'] },
    '<lamp><tags><tag>a</tag></tags></lamp>',
  ],
  'text beside an attribute': [
    lamp({ unit: { ...string, xml: { nodeType: 'attribute' } }, value: { type: 'number', xml: { nodeType: 'text' } } }),
    { unit: 'W', value: 7.5 },
    '<lamp unit="W">7.5</lamp>',
  ],
  CDATA: [
    lamp({ note: { ...string, xml: { nodeType: 'cdata' } } }),
    { note: 'a < b' },
    '<lamp><![CDATA[a < b]]></lamp>',
  ],
  'members of a member without an element': [
    lamp({ size: { ...lamp({ width: integer, height: integer }), xml: { nodeType: 'none' } } }),
    { size: { width: 1, height: 2 } },
    '<lamp><width>1</width><height>2</height></lamp>',
  ],
  null: [
    lamp({ id: { type: ['integer', 'null'] } }),
    { id: null },
    '<lamp><id xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/></lamp>',
  ],
  'characters that XML escapes': [
    lamp({ name: string }),
    { name: '<&>"é' },
    '<lamp><name>&lt;&amp;&gt;"é</name></lamp>',
  ],
  'members that no schema knows': [lamp({}), { name: 'x' }, '<lamp><name>x</name></lamp>'],
}

describe('XML', () => {
  it.each(Object.entries(rows))('XML is written and read with %s', (_, [schema, value, xml]) => {
    expect(writeXml(viewOf(schema), '', value, 'lamp')).toBe(head + xml)
    expect(readXml(viewOf(schema), '', xml)).toEqual({ value })
  })

  it.each([
    ['an element that does not end', '<lamp><id>7</lamp>'],
    ['two roots', '<lamp/><lamp/>'],
    ['no XML', '{"id":7}'],
    ['nothing', ''],
    ['an entity that the text itself defines', '<!DOCTYPE lamp [<!ENTITY a "7">]><lamp><id>&a;</id></lamp>'],
    ['an entity of a file', '<!DOCTYPE lamp [<!ENTITY a SYSTEM "file:///etc/passwd">]><lamp><id>&a;</id></lamp>'],
  ])('XML is not read from %s', (_, text) => {
    expect(readXml(viewOf(lamp({ id: integer })), '', text)).toEqual({ expected: 'well-formed XML' })
  })

  it('a member without an element, none of whose members is there, is not there', () => {
    const none = { ...lamp({ width: integer }), xml: { nodeType: 'none' } }
    expect(readXml(viewOf(lamp({ size: none })), '', '<lamp/>')).toEqual({ value: {} })
  })

  it('XML with another root, or too deep, is told', () => {
    expect(readXml(viewOf(lamp({}, { name: 'Lamp' })), '', '<bulb/>')).toEqual({ expected: 'the root element <Lamp>' })
    const circle: { type: string; properties: object } = { type: 'object', properties: {} }
    circle.properties = { in: circle }
    const deep = `${'<in>'.repeat(600)}${'</in>'.repeat(600)}`
    expect(readXml(viewOf(circle), '', deep)).toEqual({ expected: 'XML of at most 500 levels' })
  })
})
