/** Tests unsupported account types. The self-check names the type and what to do, before it checks the balance. */
import { describe, expect } from 'vitest';
import { openSelfCheckFixture, stepOf, verdictsOf } from '../support/self-check-fixture.ts';
import { casesOf } from './cases.ts';

const KINDS = [
	[
		'kucoin',
		'UNIFIED',
		'key',
		/The account is a unified account \(UNIFIED\), .+ a classic account is needed\. Use a classic account or sub-account/,
	],
	[
		'hyperliquid',
		'unifiedAccount',
		'balance',
		/The account's mode is "unifiedAccount".+Use a standard account or sub-account/,
	],
	[
		'binance',
		'BNFCR',
		'balance',
		/^0 USDT available.+The account also holds 10,000 BNFCR, which does not count as collateral here\. BNFCR is Binance.s futures credit for EU accounts/,
	],
] as const;

describe.each(KINDS)('%s', (venue, kind, step, sentence) => {
	const prove = casesOf(venue);
	prove('self-check', 'fails an unsupported account kind and passes the usual one', async () => {
		await using fixture = await openSelfCheckFixture(venue);
		const account = await fixture.connect();
		await fixture.simulator.admin('POST', `/accounts/${account.name}/kind`, { kind });
		const state = await fixture.check(account);
		expect(verdictsOf(state)).toContain(`${step} failed`);
		expect(stepOf(state, step).said).toMatch(sentence);
		await fixture.simulator.admin('POST', `/accounts/${account.name}/kind`, {});
		await fixture.passes(await fixture.connect());
	});
});
