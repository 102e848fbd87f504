import type { MethodName } from '../../client/methods.ts';
import { UsageError } from '../command.ts';
import { serviceCommand } from '../service-command.ts';

const PARAMS_CHARS_MAX = 262_144;
/**
 * Methods whose parameters contain a secret. They are read only from standard input, because every user of the
 * machine can read a process's arguments.
 */
const WITH_SECRETS: readonly string[] = ['connect_exchange'];
const FROM_INPUT = '-';

/** Calls any method and prints its result as JSON. */
export const rpc = serviceCommand({
	name: 'rpc',
	needs: 'arb:read',
	read({ words: [method, params = '{}', ...more] }) {
		if (method === undefined) throw new UsageError('rpc', 'rpc needs the name of a METHOD.');
		if (more.length > 0)
			throw new UsageError('rpc', `rpc: unexpected argument ${JSON.stringify(more[0])}. Quote the JSON.`);
		if (WITH_SECRETS.includes(method) && params !== FROM_INPUT)
			throw new UsageError(
				'rpc',
				`The params of ${method} contain a secret, which must not be an argument. Pass them on standard input: rpc ${method} -.`,
			);
		return { method, params: params === FROM_INPUT ? undefined : objectOf(params) };
	},
	async run({ method, params }, session) {
		const given = params ?? objectOf(await session.terminal.keyboard.all(PARAMS_CHARS_MAX));
		// Imported only in this command, because loading all method schemas takes longer than running any other
		// command.
		const { METHODS } = await import('../../src/api/methods/registry.ts');
		const isPublic = METHODS.find(({ name }) => name === method)?.scope === 'public';
		// A method that this version does not know is called with the token, so that the service can refuse it.
		const ask = isPublic ? session.openCall : session.call;
		const result = await ask(method as MethodName, given as never);
		session.output.print(JSON.stringify(result, null, '\t'));
	},
});

function objectOf(text: string): object {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw new UsageError('rpc', 'The params must be one JSON object; they are not JSON.');
	}
	if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
	throw new UsageError(
		'rpc',
		'The params must be one JSON object with named members, not an array or a single value.',
	);
}
