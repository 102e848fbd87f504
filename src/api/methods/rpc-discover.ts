import * as z from 'zod';
import { type Method, publicMethod, WrittenResult } from '../rpc/method.ts';
import { openRpcBytes } from './openrpc.ts';

/** Fields that every OpenRPC document has. The OpenRPC meta-schema defines the rest. */
const resultSchema = z
	.looseObject({
		openrpc: z.string().describe('Version of the OpenRPC specification.'),
		info: z
			.looseObject({
				title: z.string().describe('Name of the service.'),
				version: z.string().describe('Semantic version of the service.'),
			})
			.describe('Service that is described.'),
		servers: z
			.array(z.looseObject({ url: z.string().describe('Address of the endpoint.') }))
			.describe('Endpoints of the service.'),
		methods: z
			.array(z.looseObject({ name: z.string().describe('Name of the method.') }))
			.describe('One entry per method: its parameters, result, errors and examples.'),
		components: z.looseObject({}).describe('Schemas of records, errors and tags that methods refer to.'),
	})
	.describe('An OpenRPC document: https://spec.open-rpc.org.');

/** Creates the method `rpc.discover`. @param methods the registry, which includes this method */
export function rpcDiscover(methods: () => readonly Method[]): Method {
	return publicMethod({
		name: 'rpc.discover',
		summary:
			'Returns the OpenRPC document of the service: every method with its params, result, errors and an example. GET /openrpc.json returns the same. Not allowed in a batch.',
		isAnsweredAlone: true,
		params: z.strictObject({}),
		result: resultSchema,
		// Shortened, because a complete example would contain itself.
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
