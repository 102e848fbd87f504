/**
 * Makes JSON-RPC calls inside the process for a caller that the service has identified itself, such as the agent of a
 * linked chat. They have the same scopes, rate limits and audit as calls over HTTP.
 */
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Caller } from '../../identity/tokens.ts';
import type { Words } from '../../sentences/sentence.ts';
import { type Dispatcher, errorBody } from '../methods/dispatch.ts';
import type { OpenSession } from './session.ts';

/** Calls a method as a known caller. Resolves to the text of a JSON-RPC response, and never rejects. */
export type CallAs = (caller: Caller, method: string, params: object) => Promise<string>;

/** Creates the function that calls methods. @param refusal why calls are refused now; undefined if they are not */
export function createOwnCalls({
	dispatcher,
	openSession,
	refusal,
}: {
	readonly dispatcher: Dispatcher;
	readonly openSession: OpenSession;
	readonly refusal: () => Words | undefined;
}): CallAs {
	return async (known, method, params) => {
		const refused = refusal();
		if (refused !== undefined) return errorBody(new CarrywireError('NOT_READY', refused));
		const session = openSession({ authorization: undefined, proof: undefined, address: '', known });
		const { body } = await dispatcher.dispatch(
			JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
			session,
		);
		if (body === undefined || typeof body === 'string') return body ?? '';
		return Buffer.concat(body).toString('utf8');
	};
}
