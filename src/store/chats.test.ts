/** Tests the store of chats: codes and confirmations work once, and every received entry is handled once. */
import { beforeEach, describe, expect, test } from 'vitest';
import { resultsOf, storePerTest } from '../../test/support/store-per-test.ts';
import type { ChatAct, ChatEntry, ChatPlace, LinkedChat } from '../ports/chat.ts';
import type { ChatStore } from '../ports/chat-store.ts';
import { createChatStore } from './chats.ts';
import { createTokenStore } from './tokens.ts';

const databases = storePerTest();
let store: ChatStore;

beforeEach(async () => {
	store = createChatStore(databases.now());
	const users = createTokenStore(databases.now());
	for (const name of ['ann', 'bob']) await users.ensureUser({ userId: `user_${name}`, name, createdAt: 1 });
});

const PLACE: ChatPlace = { platform: 'telegram', chatId: '-100', personId: '11' };
const OTHER: ChatPlace = { ...PLACE, personId: '12' };
const NAMES = { chatName: 'Traders', personName: null };
const code = (codeHash: string, userId = 'user_ann', expiresAt = 100) => ({
	codeHash,
	userId,
	agentId: `agent of ${userId}`,
	actsForOwner: true,
	expiresAt,
});
const link = (linkId: string, place = PLACE, at = 50) => ({ ...place, ...NAMES, linkId, at });
const linked = (linkId: string, change: Partial<LinkedChat> = {}): LinkedChat => ({
	...PLACE,
	...NAMES,
	linkId,
	userId: 'user_ann',
	agentId: 'agent of user_ann',
	actsForOwner: true,
	linkedAt: 50,
	lastUsedAt: null,
	...change,
});
/** Links a place to Ann. */
async function linkAnn(linkId: string, place = PLACE, at = 50): Promise<void> {
	await store.putCode(code(`code of ${linkId}`));
	expect(await store.redeem(`code of ${linkId}`, link(linkId, place, at))).toBeDefined();
}

describe('a code', () => {
	test('links a place once, and gives the same link to a repeated message', async () => {
		await store.putCode(code('hash'));
		expect(await store.redeem('other', link('link_1'))).toBeUndefined();
		expect(await store.redeem('hash', link('link_1', PLACE, 100))).toBeUndefined();
		expect(await store.redeem('hash', link('link_1'))).toEqual(linked('link_1'));
		expect(await store.redeem('hash', link('link_2'))).toEqual(linked('link_1'));
		expect(await store.redeem('hash', link('link_2', OTHER))).toBeUndefined();
		const again = createChatStore(databases.reopen());
		expect(await again.find(PLACE)).toEqual(linked('link_1'));
		expect(await again.find(OTHER)).toBeUndefined();
		expect(await again.find({ ...PLACE, platform: 'slack' })).toBeUndefined();
	});

	test('replaces the earlier codes of its user only', async () => {
		await store.putCode(code('of bob', 'user_bob'));
		await store.putCode(code('first'));
		await store.putCode({ ...code('second'), actsForOwner: false });
		expect(await store.redeem('first', link('link_1'))).toBeUndefined();
		expect(await store.redeem('second', link('link_1'))).toEqual(linked('link_1', { actsForOwner: false }));
		expect((await store.redeem('of bob', link('link_2', OTHER)))?.userId).toBe('user_bob');
	});

	test('replaces the earlier link of its place, with its confirmations', async () => {
		await linkAnn('link_1');
		await store.putConfirmation({ nonce: 'n', linkId: 'link_1', act: { kind: 'halt' }, expiresAt: 100 });
		await store.putCode(code('bobs', 'user_bob'));
		await store.redeem('bobs', link('link_2'));
		expect((await store.find(PLACE))?.userId).toBe('user_bob');
		expect(await store.listOf('user_ann')).toEqual([]);
		expect(await store.take('n', 'link_1', 60)).toBeUndefined();
		// The code of the replaced link is gone with it.
		expect(await store.redeem('code of link_1', link('link_3'))).toBeUndefined();
	});

	test('links one of two places that use it at once', async () => {
		await store.putCode(code('hash'));
		const found = resultsOf(
			await databases.atOnce(
				'chat_code',
				() => store.redeem('hash', link('link_1')),
				() => createChatStore(databases.beside()).redeem('hash', link('link_2', OTHER)),
			),
		);
		expect(found.filter((one) => one !== undefined)).toHaveLength(1);
		expect(await store.listOf('user_ann')).toHaveLength(1);
	});

	test('is refused for a user who does not exist, and if its hash is stored', async () => {
		await store.putCode(code('hash'));
		await expect(store.putCode(code('hash', 'user_bob'))).rejects.toThrow(/unique/i);
		await expect(store.putCode(code('x', 'user_none'))).rejects.toThrow(/foreign key/i);
		expect(await store.redeem('hash', link('link_1'))).toBeDefined();
	});
});

describe('links', () => {
	test('are listed oldest first, note their use, and are removed by their user', async () => {
		await linkAnn('b', PLACE, 60);
		await linkAnn('a', OTHER, 60);
		await linkAnn('c', { ...PLACE, platform: 'slack' }, 55);
		await store.touch('a', 70);
		await store.touch('none', 70);
		expect((await store.listOf('user_ann')).map(({ linkId, lastUsedAt }) => [linkId, lastUsedAt])).toEqual([
			['c', null],
			['a', 70],
			['b', null],
		]);
		expect(await store.remove('user_bob', 'a')).toBe(false);
		expect(await store.remove('user_ann', 'a')).toBe(true);
		expect(await store.remove('user_ann', 'a')).toBe(false);
		expect(await store.find(OTHER)).toBeUndefined();
	});
});

describe('a confirmation', () => {
	const ACT: ChatAct = { kind: 'close', executionId: 'exec_1', name: 'SOL é' };
	const put = (nonce: string, expiresAt = 100) =>
		store.putConfirmation({ nonce, linkId: 'link_1', act: ACT, expiresAt });
	beforeEach(() => linkAnn('link_1'));

	test('is taken once, by its link, before its end', async () => {
		await put('n');
		await expect(put('n')).rejects.toThrow(/unique/i);
		expect(await store.take('other', 'link_1', 60)).toBeUndefined();
		expect(await store.take('n', 'link_2', 60)).toBeUndefined();
		expect(await store.take('n', 'link_1', 100)).toBeUndefined();
		expect(await store.take('n', 'link_1', 99)).toEqual(ACT);
		expect(await store.take('n', 'link_1', 99)).toBeUndefined();
	});

	test('goes to one of two processes', async () => {
		await put('n');
		const taken = resultsOf(
			await databases.atOnce(
				'chat_confirmation',
				() => store.take('n', 'link_1', 60),
				() => createChatStore(databases.beside()).take('n', 'link_1', 60),
			),
		);
		expect(taken.filter((act) => act !== undefined)).toEqual([ACT]);
	});

	test('is found by its person in any chat of the platform', async () => {
		await put('n');
		expect(await store.linkOfButton('n', { platform: 'telegram', personId: '11' })).toEqual(linked('link_1'));
		for (const person of [
			{ platform: 'telegram', personId: '12' },
			{ platform: 'slack', personId: '11' },
		] as const)
			expect(await store.linkOfButton('n', person)).toBeUndefined();
		expect(await store.linkOfButton('none', { platform: 'telegram', personId: '11' })).toBeUndefined();
	});

	test('is unfinished from its taking to its end, in the order of taking', async () => {
		for (const nonce of ['first', 'second', 'waiting']) await put(nonce);
		await store.take('second', 'link_1', 61);
		await store.take('first', 'link_1', 60);
		const nonces = async () =>
			(await createChatStore(databases.now()).unfinished()).map(({ nonce, link: { linkId }, act }) => [
				nonce,
				linkId,
				act,
			]);
		expect(await nonces()).toEqual([
			['first', 'link_1', ACT],
			['second', 'link_1', ACT],
		]);
		await store.finish('first', 70);
		await store.finish('none', 70);
		expect(await nonces()).toEqual([['second', 'link_1', ACT]]);
	});
});

describe('entries', () => {
	const entry = (text: string): ChatEntry => ({
		place: PLACE,
		names: NAMES,
		intent: { kind: 'close', target: text },
		reference: { queryId: text },
	});
	const received = (...keys: readonly string[]) => keys.map((key) => ({ key, entry: entry(key) }));
	const keysOf = (entries: readonly { readonly entry: ChatEntry }[]) =>
		entries.map(({ entry: { reference } }) => reference.queryId);

	test('are accepted once per platform, and wait in the order of arrival', async () => {
		expect(keysOf(await store.accept('telegram', received('a', 'b', 'a'), 10))).toEqual(['a', 'b']);
		expect(keysOf(await store.accept('telegram', received('b', 'c'), 11))).toEqual(['c']);
		expect(keysOf(await store.accept('slack', received('a'), 12))).toEqual(['a']);
		expect(await store.accept('slack', [], 13)).toEqual([]);
		const waiting = await createChatStore(databases.reopen()).waiting();
		expect(keysOf(waiting)).toEqual(['a', 'b', 'c', 'a']);
		expect(waiting[0]?.entry).toEqual(entry('a'));
	});

	test('are accepted by one of two processes', async () => {
		const accepted = resultsOf(
			await databases.atOnce(
				'chat_entry',
				() => store.accept('telegram', received('a', 'b'), 10),
				() => createChatStore(databases.beside()).accept('telegram', received('b', 'a'), 10),
			),
		);
		expect(keysOf((accepted as Awaited<ReturnType<ChatStore['accept']>>[]).flat()).toSorted()).toEqual([
			'a',
			'b',
		]);
	});

	test('are kept as handled until they are pruned, so a late repeat is not accepted', async () => {
		const [first] = await store.accept('telegram', received('a', 'b'), 10);
		await store.handled(first?.seq ?? 0);
		expect(keysOf(await store.waiting())).toEqual(['b']);
		expect(await store.accept('telegram', received('a'), 11)).toEqual([]);
		await store.prune(10);
		expect(await store.accept('telegram', received('a'), 11)).toEqual([]);
		await store.prune(11);
		expect(keysOf(await store.accept('telegram', received('a', 'b'), 12))).toEqual(['a']);
	});
});

test('pruning keeps valid codes, and acts that were taken and have not ended', async () => {
	await linkAnn('link_1');
	await store.putCode(code('bobs', 'user_bob', 99));
	for (const nonce of ['waiting', 'taken', 'ended'])
		await store.putConfirmation({ nonce, linkId: 'link_1', act: { kind: 'halt' }, expiresAt: 99 });
	await store.take('taken', 'link_1', 60);
	await store.take('ended', 'link_1', 60);
	await store.finish('ended', 61);
	const left = async (table: string, column: string) =>
		(await databases.now().rows(`SELECT ${column} AS name FROM ${table} ORDER BY 1`)).map(({ name }) => name);
	await store.prune(99);
	expect(await left('chat_code', 'code_hash')).toEqual(['bobs', 'code of link_1']);
	expect(await left('chat_confirmation', 'nonce')).toEqual(['ended', 'taken', 'waiting']);
	await store.prune(100);
	expect(await left('chat_code', 'code_hash')).toEqual(['code of link_1']);
	expect(await left('chat_confirmation', 'nonce')).toEqual(['taken']);
});
