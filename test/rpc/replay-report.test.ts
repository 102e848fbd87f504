/** Tests the page with a replay's report: who gets it, and what its content may do in a browser. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { reportPolicy } from '../../src/api/http/report-policy.ts';
import { renderReport } from '../../src/replay/report/render-report.ts';
import { drawReplayResult } from '../support/replay-result.ts';
import { type HttpAnswer, post, send, startTestServer, type TestServer } from './test-server.ts';

async function started(server: TestServer): Promise<string> {
	const params = { data: 'year', policy: 'month-mean' };
	const call = { jsonrpc: '2.0', id: 1, method: 'replay_start', params };
	const { body } = await post(server.url, call, server.tokens.replay);
	return (JSON.parse(body) as { readonly result: { readonly replay_id: string } }).result.replay_id;
}

function report(server: TestServer, id: string, token: string | undefined): Promise<HttpAnswer> {
	const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
	return send(server.url, { method: 'GET', path: `/replay/${id}/report.html`, headers });
}

test('serves the report to its user as a page that loads nothing', async () => {
	await using server = await startTestServer();
	const id = await started(server);
	const { status, headers, body } = await report(server, id, server.tokens.replay);
	expect({ status, type: headers['content-type'] }).toEqual({
		status: 200,
		type: 'text/html; charset=utf-8',
	});
	expect(body).toContain('<!doctype html>');
	expect(headers['content-security-policy']).toBe(
		"default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts",
	);
	expect(headers['cache-control']).toBe('no-store');
	expect(headers['content-disposition']).toBe(`inline; filename="carrywire-${id}.html"`);
});

test('refuses the report without a token, to another user and with another scope', async () => {
	await using server = await startTestServer();
	const id = await started(server);
	const statuses = [undefined, 'replay-of-other-user', 'full'].map(async (name) => {
		const token = name === undefined ? undefined : server.tokens[name];
		return (await report(server, id, token)).status;
	});
	expect(await Promise.all(statuses)).toEqual([401, 400, 403]);
});

test('permits the styles and scripts of a real report by their hashes, and no others', () => {
	const html = renderReport(drawReplayResult({ seed: 1, days: 40, positions: 5, events: 2 }));
	const policy = reportPolicy(html);
	const hashes = [...html.matchAll(/<(?:style|script)>([\s\S]*?)<\/(?:style|script)>/g)].map(
		([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
	);
	expect(hashes.length).toBeGreaterThan(2);
	for (const hash of hashes) expect(policy).toContain(hash);
	expect(policy).not.toContain('unsafe');
	expect(policy).toContain('sandbox allow-scripts');
});

test.each([
	"script-src 'unsafe-inline'",
	'script-src https://evil.example',
	"connect-src 'self'",
	"script-src 'sha256-abc' 'unsafe-eval'",
])('ignores a directive of a report that permits more: %s', (directive) => {
	const html = `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; ${directive}">`;
	expect(reportPolicy(html)).toBe(reportPolicy('<!doctype html>'));
});
