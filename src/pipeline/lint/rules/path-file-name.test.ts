import { describeRule } from './rule.fixture.ts'

describeRule('path-file-name', {
  accepts: {
    'a path with several segments, and one with a colon': [
      [
        'openapi.yaml',
        "  /lamps/{lampId}: {$ref: 'paths/lamps_{lampId}.yaml'}",
        '  /lamps/by/room: {$ref: paths/lamps_by_room.yaml}\n  /lamps/by:name: {$ref: paths/lamps_by_name.yaml}',
      ],
      ['paths/lamps_by_room.yaml', '', 'description: Nothing yet.\n'],
      ['paths/lamps_by_name.yaml', '', 'description: Nothing yet.\n'],
    ],
  },
  rejects: {
    'a file with another name': [
      "openapi.yaml paths./lamps/{lampId}: Path /lamps/{lampId} must be `$ref: 'paths/lamps_{lampId}.yaml'` and nothing else.",
      ['openapi.yaml', 'lamps_{lampId}.yaml', 'lamp.yaml'],
      ['paths/lamp.yaml', '', 'description: Nothing yet.\n'],
    ],
    'a path in place': [
      "openapi.yaml paths./rooms: Path /rooms must be `$ref: 'paths/rooms.yaml'` and nothing else.",
      ['openapi.yaml', 'components:', '  /rooms: {description: Nothing yet.}\ncomponents:'],
    ],
  },
})
