import * as z from 'zod';
import { CHATS_EXAMPLE, linkId } from '../rpc/chat-record.ts';
import { scopedMethod } from '../rpc/method.ts';

const [{ link_id: EXAMPLE_ID }] = CHATS_EXAMPLE.chats;

/** Ends a chat's link. Fails with UNKNOWN_CHAT for an id that is not the caller's. */
export const unlinkChat = scopedMethod({
	name: 'unlink_chat',
	summary: 'Ends the link of a chat at once. Its agent keeps running; stop_agent stops it.',
	scope: 'agents:manage',
	tradesMoney: false,
	params: z.strictObject({ link_id: linkId }),
	result: z.strictObject({
		success: z.literal(true),
		link_id: z.string().describe('Id of the ended link.'),
	}),
	example: { params: { link_id: EXAMPLE_ID }, result: { success: true, link_id: EXAMPLE_ID } },
	errors: ['UNKNOWN_CHAT'],
	async handle({ link_id: id }, { services, caller }) {
		await services.chats.remove(caller.userId, id);
		return { success: true, link_id: id };
	},
});
