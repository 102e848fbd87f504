/** UI text for `ChatPage`, `Platforms`, `LinkedChats`, `LinkForm` and `CodeReady`. Functions insert figures into a sentence. */

/** Names of the chat platforms. */
export const PLATFORM_NAMES = { telegram: 'Telegram', slack: 'Slack' } as const;

/** UI text of the page Chat. */
export const CHAT = {
	title: 'Chat',
	intro:
		'Read positions, close them, confirm what your pots suggest and halt trading from Telegram or Slack.',
	loading: 'your chats',
	fault: 'Cannot show your chats.',
	bots: 'Bots',
	states: {
		off: ['not set up', ''],
		connecting: ['connecting', 'warn'],
		connected: ['connected', 'good'],
		failing: ['not connected, retrying', 'bad'],
	},
	allOff: 'No bot is set up yet. The operator adds its token to the settings.',
	howSetUp: 'How to set up a bot',
	chats: 'Linked chats',
	empty: 'No chat is linked yet.',
	columns: {
		chat: 'Chat',
		agent: 'Agent',
		rights: 'For you',
		linked: 'Linked',
		used: 'Last used',
		actions: 'Actions',
	},
	direct: 'direct chat',
	somebody: 'unknown person',
	actsForOwner: 'closes all, resumes, answers for all pots',
	actsAsAgent: 'as its agent only',
	unlink: 'Unlink',
	link: 'Link a chat',
	linkNote: 'The chat acts as an agent. Stop the agent, and the chat can do nothing more.',
	agent: 'Agent',
	newAgent: 'new agent',
	newAgentName: 'chat',
	ownerLabel: 'Let the chat close all my positions, answer for all my pots and end my halt.',
	ownerHint:
		'Otherwise it closes only what its agent opened, and answers only for its pots. Each act needs a button.',
	linkButton: 'Create code',
	labels: { agent_id: 'Agent' },
	ready: 'Your code',
	readyNote: 'Send this message to the bot. It works once, until',
	codeName: 'message',
	openTelegram: (bot: string) => `Open @${bot} in Telegram`,
	inSlack: 'In Slack, type:',
	inTelegram: 'In Telegram, send:',
	done: 'I have sent it',
	stranger: 'Keep the code secret until you have sent it.',
} as const;
