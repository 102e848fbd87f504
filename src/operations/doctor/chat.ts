/** Checks whether the chat bots’ tokens work. Yields nothing if no bot is configured. It sends and reads no message. */
import type { ChatTokens } from '../../config/chat.ts';
import type { Config } from '../../config/config.ts';
import type { ChatResponse, ChatTransport } from '../../ports/chat-transport.ts';
import { type Finding, type Findings, fail, ok } from './finding.ts';
import { CHAT_TEXTS, REMEDIES } from './text.ts';

const LIMIT_MS = 10_000;

/** Checks the bots of both platforms. */
export async function* chatFindings(
	{ alerts, chat }: Pick<Config, 'alerts' | 'chat'>,
	{ telegram, slack }: ChatTokens,
	transport: Pick<ChatTransport, 'post'>,
): Findings {
	if (telegram !== null) {
		const base = `${alerts.telegramApiUrl.replace(/\/$/, '')}/bot${telegram}`;
		const post = (method: string) =>
			transport.post({ url: `${base}/${method}`, body: {}, timeLimitMs: LIMIT_MS });
		const bot = await post('getMe');
		const { username } = (resultOf(bot) ?? {}) as { readonly username?: unknown };
		if (typeof username !== 'string') yield refused('Telegram', 'chat.telegramTokenVariable', bot);
		else {
			yield ok('chat', CHAT_TEXTS.telegram(username));
			// A webhook and polling exclude each other (https://core.telegram.org/bots/api#getupdates, read 2026-11-28).
			const { url } = (resultOf(await post('getWebhookInfo')) ?? {}) as { readonly url?: unknown };
			if (typeof url === 'string' && url !== '') yield fail('chat', CHAT_TEXTS.webhook, REMEDIES.noWebhook);
		}
	}
	if (slack !== null)
		for (const [method, token, setting] of [
			['auth.test', slack.botToken, 'chat.slackBotTokenVariable'],
			['apps.connections.open', slack.appToken, 'chat.slackAppTokenVariable'],
		] as const) {
			const url = `${chat.slackApiUrl.replace(/\/$/, '')}/${method}`;
			const response = await transport.post({ url, body: {}, token, timeLimitMs: LIMIT_MS });
			const isFine = response.kind === 'answered' && response.body?.ok === true;
			yield isFine ? ok('chat', CHAT_TEXTS.slack(setting)) : refused('Slack', setting, response);
		}
}

function resultOf(response: ChatResponse): unknown {
	return response.kind === 'answered' && response.body?.ok === true ? response.body.result : undefined;
}

function refused(platform: string, setting: string, response: ChatResponse): Finding {
	if (response.kind === 'unanswered')
		return fail('chat', CHAT_TEXTS.unreachable(platform, response.reason), REMEDIES.checkNetworkOfChat);
	const { description, error } = response.body ?? {};
	const said = [description, error].find((text) => typeof text === 'string') ?? response.status;
	return fail('chat', CHAT_TEXTS.refused(platform, setting, String(said)), REMEDIES.newChatToken);
}
