/** A code generator. Its commands run in its own folder, in a shell, with the variables that `main.ts` sets. */
export interface Tool {
  name: string
  language: string
  /** Programs that must be installed. */
  needs: readonly string[]
  document: 'openapi.yaml' | 'openapi-3.0.yaml'
  /** Installs the tool below `$CACHE`. */
  install: string
  /** Generates the client `$NAME` of `$DOCUMENT`. */
  generate: string
  /** Compiles the clients `$NAMES`. */
  compile: string
  /** Calls the order API; undefined for a tool that generates models alone. */
  call?: string
}

const pythonPackages =
  "openapi-python-client==0.29.1 datamodel-code-generator==0.89.0 'pydantic>=2' httpx attrs python-dateutil urllib3 typing-extensions"
const installPython = `python3 -m venv "$CACHE/python" && "$CACHE/python/bin/pip" install --quiet ${pythonPackages}`
const python = '"$CACHE/python/bin/python"'
const go = `printf 'module clients\\n\\ngo 1.24\\n' > go.mod && go mod tidy && go build ./...`

const version = '7.17.0'
const jar = `$CACHE/maven/org/openapitools/openapi-generator-cli/${version}/openapi-generator-cli-${version}.jar`

/** One of the generators of OpenAPI Generator, which needs Java and Maven beside the programs of its language. */
function openapiGenerator(
  generator: string,
  properties: string,
  { needs = [], ...more }: Pick<Tool, 'language' | 'compile' | 'call'> & { needs?: string[] },
): Tool {
  return {
    ...more,
    name: `openapi-generator ${version}, ${generator}`,
    document: 'openapi-3.0.yaml',
    needs: ['java', 'mvn', ...needs],
    install:
      `mvn --quiet dependency:get -Dartifact=org.openapitools:openapi-generator-cli:${version} ` +
      '-Dtransitive=false "-Dmaven.repo.local=$CACHE/maven"',
    generate:
      `java -jar "${jar}" generate -g ${generator} -i "$DOCUMENT" -o "$NAME" "--additional-properties=${properties}" ` +
      '--global-property apiTests=false,modelTests=false,apiDocs=false,modelDocs=false',
  }
}

export const tools: readonly Tool[] = [
  {
    name: 'oapi-codegen 2.8',
    language: 'Go',
    needs: ['go'],
    document: 'openapi-3.0.yaml',
    install: 'GOBIN="$CACHE/go" go install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2',
    generate:
      'mkdir -p "$NAME" && "$CACHE/go/oapi-codegen" -generate types,client -package api -o "$NAME/api.go" "$DOCUMENT"',
    compile: `mkdir -p main && cp "$PROGRAMS/oapi-codegen.go" main/main.go && ${go}`,
    call: 'go run ./main',
  },
  openapiGenerator('go', 'packageName=$NAME,withGoMod=false,enumClassPrefix=true', {
    language: 'Go',
    needs: ['go'],
    compile: `mkdir -p main && cp "$PROGRAMS/openapi-generator.go" main/main.go && ${go}`,
    call: 'go run ./main',
  }),
  openapiGenerator('java', 'library=native,invokerPackage=$NAME,apiPackage=$NAME.api,modelPackage=$NAME.model', {
    language: 'Java',
    needs: ['javac'],
    compile:
      'mvn --quiet -f oauth_token/pom.xml "-Dmaven.repo.local=$CACHE/maven" dependency:copy-dependencies "-DoutputDirectory=$PWD/lib" && ' +
      `javac -nowarn -d classes -cp 'lib/*' $(find . -path '*/src/main/java/*.java') "$PROGRAMS/Main.java"`,
    call: "java -cp 'classes:lib/*' Main",
  }),
  openapiGenerator('python', 'packageName=$NAME', {
    language: 'Python',
    needs: ['python3'],
    compile: `${installPython} && for name in $NAMES; do (cd "$name" && ${python} -c "import $name") || exit; done`,
    call: `PYTHONPATH=orders ${python} "$PROGRAMS/openapi_generator.py"`,
  }),
  openapiGenerator('typescript-fetch', 'supportsES6=true', {
    language: 'TypeScript',
    compile:
      'cp "$PROGRAMS/openapi-generator.mjs" main.mjs && printf \'{"type":"commonjs"}\' > package.json && ' +
      '"$NODE" "$TSC" --strict --skipLibCheck --target es2022 --module commonjs --rootDir . --outDir js $(printf "%s/index.ts " $NAMES)',
    call: '"$NODE" main.mjs',
  }),
  openapiGenerator('rust', 'packageName=$NAME,library=reqwest', {
    language: 'Rust',
    needs: ['cargo'],
    // The template writes an expression whose type the compiler cannot infer if a path parameter is an array.
    compile:
      `find . -path '*/src/apis/*' -type f -exec sed -i 's/\\.join(",").as_ref()/.join(",")/' {} + && mkdir -p main/src && ` +
      'cp "$PROGRAMS/openapi-generator.rs" main/src/main.rs && cp "$PROGRAMS/openapi-generator.toml" main/Cargo.toml && ' +
      `printf '[workspace]\\nresolver = "2"\\nmembers = ["main"%s]\\n' "$(printf ', "%s"' $NAMES)" > Cargo.toml && ` +
      'CARGO_TARGET_DIR="$CACHE/rust" cargo build --quiet',
    call: '"$CACHE/rust/debug/main"',
  }),
  {
    name: 'openapi-python-client 0.29',
    language: 'Python',
    needs: ['python3'],
    document: 'openapi.yaml',
    install: installPython,
    generate:
      `mkdir -p clients && echo 'post_hooks: []' > config.yaml && "$CACHE/python/bin/openapi-python-client" generate --path "$DOCUMENT" ` +
      '--meta none --overwrite --fail-on-warning --config config.yaml --output-path "clients/$NAME"',
    compile: `${python} -m compileall -q clients`,
    call: `PYTHONPATH=. ${python} "$PROGRAMS/openapi_python_client.py"`,
  },
  {
    name: 'datamodel-code-generator 0.89',
    language: 'Python',
    needs: ['python3'],
    document: 'openapi.yaml',
    install: installPython,
    generate:
      'mkdir -p models && "$CACHE/python/bin/datamodel-codegen" --input "$DOCUMENT" --input-file-type openapi ' +
      '--output "models/$NAME.py" --output-model-type pydantic_v2.BaseModel --formatters builtin',
    compile: `for name in $NAMES; do ${python} -c "import models.$name" || exit; done`,
  },
]
