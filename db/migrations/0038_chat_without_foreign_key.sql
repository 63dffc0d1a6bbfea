ALTER TABLE "chat_messages" DROP CONSTRAINT "chat_messages_stream_id_streams_id_fk";
