/** Textos de `ChatPage`, `Platforms`, `LinkedChats`, `LinkForm` y `CodeReady`. Las funciones insertan cifras en una frase. */
import type { Translated } from '../../../src/sentences/translated.ts';
import type * as English from './text.ts';

/** Nombres de las plataformas de chat. */
export const PLATFORM_NAMES: Translated<typeof English.PLATFORM_NAMES> = {
	telegram: 'Telegram',
	slack: 'Slack',
};

/** Textos de la página «Chat». */
export const CHAT: Translated<typeof English.CHAT> = {
	title: 'Chat',
	intro:
		'Consulta posiciones, ciérralas, confirma lo que proponen tus fondos y detén las operaciones desde Telegram o Slack.',
	loading: 'tus chats',
	fault: 'No se pueden mostrar tus chats.',
	bots: 'Bots',
	states: {
		off: ['sin configurar', ''],
		connecting: ['conectando', 'warn'],
		connected: ['conectado', 'good'],
		failing: ['sin conexión, reintentando', 'bad'],
	},
	allOff: 'Aún no hay ningún bot configurado. El operador añade su token a los ajustes.',
	howSetUp: 'Cómo configurar un bot',
	chats: 'Chats vinculados',
	empty: 'Aún no hay ningún chat vinculado.',
	columns: {
		chat: 'Chat',
		agent: 'Agente',
		rights: 'En tu nombre',
		linked: 'Vinculado',
		used: 'Último uso',
		actions: 'Acciones',
	},
	direct: 'chat directo',
	somebody: 'persona desconocida',
	actsForOwner: 'cierra todo, reanuda, responde por todos los fondos',
	actsAsAgent: 'solo como su agente',
	unlink: 'Desvincular',
	link: 'Vincular un chat',
	linkNote: 'El chat actúa como un agente. Si detienes el agente, el chat ya no puede hacer nada.',
	agent: 'Agente',
	newAgent: 'agente nuevo',
	newAgentName: 'chat',
	ownerLabel:
		'Dejar que el chat cierre todas mis posiciones, responda por todos mis fondos y termine mi detención.',
	ownerHint:
		'Sin esto, cierra solo lo que su agente abrió y responde solo por sus fondos. Cada acción necesita un botón.',
	linkButton: 'Crear código',
	labels: { agent_id: 'Agente' },
	ready: 'Tu código',
	readyNote: 'Envía este mensaje al bot. Sirve una vez, hasta el',
	codeName: 'mensaje',
	openTelegram: (bot) => `Abrir @${bot} en Telegram`,
	inSlack: 'En Slack, escribe:',
	inTelegram: 'En Telegram, envía:',
	done: 'Ya lo envié',
	stranger: 'Mantén el código en secreto hasta enviarlo.',
};
