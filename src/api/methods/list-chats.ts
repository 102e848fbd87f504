import * as z from 'zod';
import { CHATS_EXAMPLE, chatsRecord, chatsSchema } from '../rpc/chat-record.ts';
import { scopedMethod } from '../rpc/method.ts';

/** Lists the caller's linked chats, and the state of each chat platform's bot. */
export const listChats = scopedMethod({
	name: 'list_chats',
	summary: 'Lists your linked chats, which send commands as one of your agents, and the state of the bots.',
	scope: 'agents:manage',
	tradesMoney: false,
	params: z.strictObject({}),
	result: chatsSchema,
	example: { params: {}, result: CHATS_EXAMPLE },
	errors: [],
	async handle(_params, { services, caller }) {
		return chatsRecord(services.chats.connections(), await services.chats.list(caller.userId));
	},
});
