import { describeRule } from './rule.fixture.ts'

const path = 'paths/lamps_{lampId}.yaml'
const reference = "'404': {$ref: ../responses/NotFound.yaml}"

describeRule('error-response-file', {
  accepts: {
    'a success in place': [[path, reference, "'202': {description: Later.}"]],
    'a redirection in place': [[path, reference, "'304': {description: As before.}"]],
    'a class of errors in a file': [[path, reference, "'4XX': {$ref: ../responses/NotFound.yaml}"]],
  },
  rejects: {
    'a client error in place': [
      `${path} get.responses.404: Response 404 must be a reference, such as \`$ref: ../responses/NotFound.yaml\`.`,
      [path, reference, "'404': {description: No such lamp.}"],
    ],
    'a server error in place': [
      `${path} get.responses.503: Response 503 must be a reference, such as \`$ref: ../responses/ServiceUnavailable.yaml\`.`,
      [path, reference, "'503': {description: No light.}"],
    ],
    'a status of our own in place': [
      `${path} get.responses.472: Response 472 must be a reference, such as \`$ref: ../responses/Name.yaml\`.`,
      [path, reference, "'472': {description: Standby.}"],
    ],
    'a reference to a file elsewhere': [
      'errors/NotFound.yaml: Response 404 must be a reference, such as `$ref: ../responses/NotFound.yaml`.',
      [path, reference, "'404': {$ref: ../errors/NotFound.yaml}"],
      ['errors/NotFound.yaml', '', 'description: No such lamp.\n'],
    ],
  },
})
