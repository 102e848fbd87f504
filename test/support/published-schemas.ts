/**
 * Checks the OpenRPC document with third-party tools: the document against OpenRPC's own meta-schema, and values
 * against its schemas with ajv.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import draft07 from 'ajv/lib/refs/json-schema-draft-07.json' with { type: 'json' };
import type { OpenRpcDocument } from '../../src/api/methods/openrpc.ts';

// The package's types describe OpenRPC documents, but not the value that the package exports.
const { openrpcDocument: metaSchema } = (await import('@open-rpc/meta-schema')) as unknown as {
	readonly openrpcDocument: object;
};

/** Address that the meta-schema of OpenRPC 1.14.9 uses for the schema that describes JSON Schemas. */
const SCHEMA_OF_SCHEMAS = 'https://meta.json-schema.tools/';
const DOCUMENT = 'https://carrywire.test/openrpc.json';
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Returns a sentence for each violation of OpenRPC's meta-schema by the document. */
export function faultsOfDocument(document: unknown): readonly string[] {
	const ajv = newAjv();
	// The schema at that address is draft-07 with other names for its definitions. OpenRPC refers to one of them,
	// `JSONSchemaObject`.
	ajv.addMetaSchema({
		...draft07,
		$id: SCHEMA_OF_SCHEMAS,
		$schema: 'http://json-schema.org/draft-07/schema#',
		definitions: {
			...draft07.definitions,
			JSONSchemaObject: { properties: { $ref: { type: 'string', format: 'uri-reference' } } },
		},
	});
	// OpenRPC refers to `SCHEMA_OF_SCHEMAS` without the trailing slash, which is formally another address.
	ajv.addSchema({ $ref: SCHEMA_OF_SCHEMAS }, SCHEMA_OF_SCHEMAS.slice(0, -1));
	const validate = ajv.compile(metaSchema);
	return validate(document) ? [] : sentences(validate.errors);
}

/**
 * Compiles the document's schemas. `faults(pointer, value)` returns how the value violates the schema at the JSON
 * pointer.
 */
export function publishedSchemas(document: OpenRpcDocument): {
	readonly faults: (pointer: string, value: unknown) => readonly string[];
} {
	const ajv = newAjv();
	ajv.addSchema(document, DOCUMENT);
	const compiled = new Map<string, ValidateFunction>();
	return {
		faults(pointer, value) {
			const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `${DOCUMENT}#${pointer}` });
			compiled.set(pointer, validate);
			return validate(value) ? [] : sentences(validate.errors);
		},
	};
}

function newAjv(): Ajv {
	return new Ajv({
		strict: false,
		allErrors: true,
		formats: {
			'date-time': INSTANT,
			uri: (text: string) => URL.canParse(text),
			'uri-reference': true,
		},
	});
}

function sentences(errors: readonly ErrorObject[] | null | undefined): readonly string[] {
	return (errors ?? []).map(
		({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
	);
}
