/** Problems of the connections to chat platforms, and refusals of calls about linked chats, in Spanish. */
import type { chat as english } from './chat.ts';
import type { Translated } from './translated.ts';

/** Problems and refusals, in Spanish. */
export const chat: Translated<typeof english> = {
	conflict: ({ platform, description }) =>
		`Otro programa lee los mensajes de este bot, o hay un webhook configurado. ${platform} dice: ${description}`,
	badToken: ({ platform, status }) => `${platform} no acepta el token del bot (${status}).`,
	refused: ({ platform, status }) => `${platform} rechazó la solicitud (${status}).`,
	unreachable: ({ platform, reason }) => `No se puede conectar con ${platform}: ${reason}.`,
	limited: ({ platform, seconds }) => `${platform} pide esperar ${seconds} s.`,
	closed: ({ platform, reason }) => `La conexión con ${platform} terminó: ${reason}.`,
	storeFailed: () => 'Los comandos recibidos no se pudieron guardar, así que no se confirmaron.',
	notSetUp: () =>
		'No hay ningún bot de chat configurado. El operador lo configura en la sección chat de los ajustes.',
	tooMany: ({ limit }) => `Tienes ${limit} chats vinculados, que es el límite. Elimina uno primero.`,
	unknownLink: ({ was }) => `link_id debe nombrar uno de tus chats vinculados; era ${JSON.stringify(was)}.`,
};
