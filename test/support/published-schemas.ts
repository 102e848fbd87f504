/** Checks the OpenRPC document with third-party tools: its own meta-schema, and its schemas through ajv. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import draft07 from 'ajv/lib/refs/json-schema-draft-07.json' with { type: 'json' };
import type { OpenRpcDocument } from '../../src/api/methods/openrpc.ts';

// Its types describe documents but omit the package's value.
const { openrpcDocument: metaSchema } = (await import('@open-rpc/meta-schema')) as unknown as {
	readonly openrpcDocument: object;
};

/** Address of the schema of schemas in the meta-schema of OpenRPC 1.14.9. */
const SCHEMA_OF_SCHEMAS = 'https://meta.json-schema.tools/';
const DOCUMENT = 'https://carrywire.test/openrpc.json';
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Violations of OpenRPC's meta-schema in the document, as sentences. */
export function faultsOfDocument(document: unknown): readonly string[] {
	const ajv = newAjv();
	// That address publishes draft-07 under its own names; OpenRPC uses one of them.
	ajv.addMetaSchema({
		...draft07,
		$id: SCHEMA_OF_SCHEMAS,
		$schema: 'http://json-schema.org/draft-07/schema#',
		definitions: {
			...draft07.definitions,
			JSONSchemaObject: { properties: { $ref: { type: 'string', format: 'uri-reference' } } },
		},
	});
	// OpenRPC refers to it without the slash, which is formally another address.
	ajv.addSchema({ $ref: SCHEMA_OF_SCHEMAS }, SCHEMA_OF_SCHEMAS.slice(0, -1));
	const validate = ajv.compile(metaSchema);
	return validate(document) ? [] : sentences(validate.errors);
}

/** `faults(pointer, value)`: violations of the schema at the JSON pointer of the document by the value. */
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
