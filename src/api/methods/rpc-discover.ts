import * as z from 'zod';
import { type Method, publicMethod, WrittenResult } from '../rpc/method.ts';
import { openRpcBytes } from './openrpc.ts';

/** What the OpenRPC meta-schema asks of every document; what it says beside that is a schema of its own and stands there. */
const resultSchema = z
	.looseObject({
		openrpc: z.string().describe('Version of the OpenRPC specification.'),
		info: z
			.looseObject({
				title: z.string().describe('Name of the service.'),
				version: z.string().describe('Semantic version of the service.'),
			})
			.describe('What is described.'),
		servers: z
			.array(z.looseObject({ url: z.string().describe('Address of the endpoint.') }))
			.describe('Where it answers.'),
		methods: z
			.array(z.looseObject({ name: z.string().describe('Name of the method.') }))
			.describe('One entry per method, as in the reference.'),
		components: z.looseObject({}).describe('Schemas of records, errors and tags, to which methods refer.'),
	})
	.describe('An OpenRPC document: https://spec.open-rpc.org.');

/** `methods`: the registry, in which this method stands too. */
export function rpcDiscover(methods: () => readonly Method[]): Method {
	return publicMethod({
		name: 'rpc.discover',
		summary:
			'Describes the whole service as an OpenRPC document: every method with its params, result, errors and an example. The same is served as GET /openrpc.json. Not in a batch.',
		isAnsweredAlone: true,
		params: z.strictObject({}),
		result: resultSchema,
		// Short: the document holds its own examples, and one of itself in full would have no end.
		example: {
			params: {},
			result: {
				openrpc: '1.3.2',
				info: { title: 'Carrywire', version: '0.2.0' },
				servers: [{ url: 'http://127.0.0.1:8080/jsonrpc/' }],
				methods: [{ name: 'test' }],
				components: {},
			},
		},
		errors: ['NOT_IN_BATCH'],
		handle: (_params, { services, endpoint }) =>
			new WrittenResult(openRpcBytes(methods(), { version: services.info.version, endpoint: endpoint() })),
	});
}
